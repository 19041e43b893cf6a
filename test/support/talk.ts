/** A session told by its hooks alone, as the client would send them: for tests that need turns and not the client. */
import { expect } from 'vitest';
import type { TestHome } from './home.ts';
import { type Payload, postHook, promptEvent, toolEvent } from './hooks.ts';

export interface ToldTurn {
  readonly user: string;
  readonly answer?: string;
  /** Shell commands that worked, installs among them. */
  readonly commands?: readonly string[];
  /** And those that did not. */
  readonly failed?: readonly { readonly command: string; readonly error: string }[];
}

export interface Telling {
  readonly session: string;
  readonly cwd: string;
  /** Ended as well, which is when a batch is curated. */
  readonly ends?: boolean;
}

/** Turns close a moment after it resolves: the daemon first looks for a transcript, of which there is none. */
export async function tell(home: TestHome, { session, cwd, ends }: Telling, turns: readonly ToldTurn[]): Promise<void> {
  const send = async (payload: Payload): Promise<void> => {
    const { status, body } = await postHook(home, { ...payload, cwd, transcript_path: undefined });
    expect(status, body).toBe(200);
  };
  for (const { user, answer = 'Done.', commands = [], failed = [] } of turns) {
    const ofTurn = { prompt_id: `${session}: ${user}` };
    await send(promptEvent(session, user, ofTurn));
    for (const command of commands)
      await send(
        toolEvent(session, `${session} ${command}`, {
          tool_input: { command },
          tool_response: { stdout: 'added 1 package in 1s', stderr: '' },
          ...ofTurn,
        }),
      );
    for (const { command, error } of failed)
      await send(
        toolEvent(session, `${session} ${command}`, {
          hook_event_name: 'PostToolUseFailure',
          tool_input: { command },
          tool_response: undefined,
          error,
          ...ofTurn,
        }),
      );
    await send({ ...promptEvent(session, user), hook_event_name: 'Stop', last_assistant_message: answer, ...ofTurn });
  }
  if (ends === true) await send({ ...promptEvent(session, ''), hook_event_name: 'SessionEnd', reason: 'other' });
}
