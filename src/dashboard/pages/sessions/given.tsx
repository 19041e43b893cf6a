/** What an agent was given of its memory, item by item: what it says now, how well it fitted, and what became of it. */
import type { replay } from '../../../http/replay.ts';
import { Badge, Time, type Tone } from '../../elements.tsx';
import { counted } from '../../format.ts';

export type Given = Awaited<ReturnType<typeof replay>>;

const KINDS = { boot: 'At the start', prompt: 'With the prompt', tool: 'Before a tool call' } as const;
const TONES: Readonly<Record<string, Tone>> = { used: 'good', contradicted: 'warn' };
const OUTCOMES: Readonly<Record<string, string>> = {
  used: 'the answer or a call holds words of it',
  ignored: 'nothing of it shows in what the agent did',
  contradicted: 'the turn went against it',
};

export function GivenBlock({ given, now }: { given: Given; now: number }) {
  const { kind, items, tokens, ts, block } = given;
  return (
    <div class="stack">
      <div class="small faint row">
        <strong>{KINDS[kind]}</strong>
        <span>{counted(items.length, 'item')}</span>
        {tokens === null ? null : <span>{counted(tokens, 'token')}</span>}
        <Time at={ts} now={now} />
      </div>
      <ul class="stack">
        {items.map((item) => (
          <GivenItem item={item} />
        ))}
      </ul>
      <details class="small">
        <summary>The block as the agent read it</summary>
        <pre class="sheet">{block}</pre>
      </details>
    </div>
  );
}

function GivenItem({ item: { id, type, source, text, score, outcome } }: { item: Given['items'][number] }) {
  const isFact = type === 'fact' || type === 'old fact';
  return (
    <li>
      {text === null ? (
        <span class="faint">no longer there</span>
      ) : isFact ? (
        <a class="any-text" href={`/memories/${encodeURIComponent(id)}`}>
          {text}
        </a>
      ) : (
        <span class="any-text">{text}</span>
      )}
      <div class="row small faint">
        <span>{source === null ? type : `${type}, ${source}`}</span>
        {score === null ? null : (
          <span class="number" title="How well it fitted the prompt, up to 1">
            fits {score.toFixed(2)}
          </span>
        )}
        {outcome === null ? null : (
          <Badge {...(TONES[outcome] === undefined ? {} : { tone: TONES[outcome] })} title={OUTCOMES[outcome] ?? ''}>
            {outcome}
          </Badge>
        )}
      </div>
    </li>
  );
}
