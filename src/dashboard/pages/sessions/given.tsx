/** What an agent was given of its memory, item by item: what it says now, how well it fitted, and what became of it. */
import type { replay } from '../../../http/injections.ts';
import { memoryAddress } from '../../addresses.ts';
import { Badge, Time } from '../../elements.tsx';
import { counted } from '../../format.ts';
import { SOURCES } from '../../sources.ts';

export type Given = Awaited<ReturnType<typeof replay>>;

const KINDS = { boot: 'At the start', prompt: 'With the prompt', tool: 'Before a tool call' } as const;
const TONES = { used: 'good' } as const;
const OUTCOMES = {
  used: 'the answer or a call holds words of it',
  ignored: 'nothing of it shows in what the agent did',
} as const;

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
    <li class="row">
      <Badge {...(source === null ? {} : { title: SOURCES[source] })}>{type}</Badge>
      {text === null ? (
        <span class="faint">no longer there</span>
      ) : isFact ? (
        <a class="any-text" href={memoryAddress(id)}>
          {text}
        </a>
      ) : (
        <span class="any-text">{text}</span>
      )}
      {score === null ? null : (
        <span class="number small faint" title="How well it fitted, up to 1">
          fits {score.toFixed(2)}
        </span>
      )}
      {outcome === null ? null : (
        <Badge {...(outcome === 'ignored' ? {} : { tone: TONES[outcome] })} title={OUTCOMES[outcome]}>
          {outcome}
        </Badge>
      )}
    </li>
  );
}
