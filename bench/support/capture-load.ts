/**
 * The usual small events of an agent, one after another, from a thread of its own: what happens in the bench's thread does
 * not count as a slow answer of the daemon. `take()` gives the times since the last one.
 */
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads';
import { poster } from './post.ts';

const PAUSE_MS = 5;

export interface CaptureLoad {
  take(): Promise<readonly number[]>;
  stop(): Promise<void>;
}

interface Target {
  readonly port: number;
  readonly token: string;
  readonly cwd: string;
}

export function startCaptureLoad(target: Target): CaptureLoad {
  const worker = new Worker(fileURLToPath(import.meta.url), { workerData: target });
  return {
    async take() {
      worker.postMessage('take');
      const [times] = await once(worker, 'message');
      return times;
    },
    async stop() {
      await worker.terminate();
    },
  };
}

async function load({ port, token, cwd }: Target): Promise<void> {
  const client = poster(port, token);
  let times: number[] = [];
  parentPort?.on('message', () => {
    parentPort?.postMessage(times);
    times = [];
  });
  for (let round = 0; ; round += 1) {
    times.push(await client.post('/hooks/claude-code', smallEvent(round, cwd)));
    await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
  }
}

function smallEvent(round: number, cwd: string): string {
  return JSON.stringify({
    session_id: 'load',
    prompt_id: `p${Math.floor(round / 20)}`,
    cwd,
    transcript_path: '',
    hook_event_name: 'PostToolUse',
    tool_name: 'Bash',
    tool_use_id: `toolu_load_${round}`,
    tool_input: { command: `make step-${round}` },
    tool_response: { stdout: 'output line\n'.repeat(150), stderr: '' },
  });
}

if (!isMainThread && parentPort !== null) await load(workerData);
