/** Changes that something asked for without a person: what, by whom, why it waits, and the person's word. */
import type { App } from '../../../http/app.ts';
import { proposalName, type WaitingProposal } from '../../../memory/proposal.ts';
import { Badge, Time } from '../../elements.tsx';
import { counted } from '../../format.ts';
import type { PageServer } from '../../page-server.tsx';
import { Toast } from '../../toast.tsx';
import { Decide, REVIEWED } from './held.tsx';

const PATH = '/proposals';

interface Decided {
  readonly decision: 'accepted' | 'rejected';
  readonly answer: unknown;
}

export function proposalDecisions(app: App, pages: PageServer): void {
  pages.after<Decided>(app, 'post', `${PATH}/:id`, async (_, { decision, answer }) => ({
    fragment: (
      <>
        {decision === 'rejected' ? <Toast text="Rejected. Nothing was changed." /> : <Done answer={answer} />}
        {await pages.countsAgain()}
      </>
    ),
    headers: { 'HX-Trigger': `${REVIEWED}, done` },
  }));
}

/** A token is told once, to whoever accepted it. */
function Done({ answer }: Pick<Decided, 'answer'>) {
  const { token } = (answer ?? {}) as { readonly token?: unknown };
  if (typeof token === 'string') return <Toast text="Done. This token is shown once:" hint={token} />;
  return <Toast text="Done, as yours." />;
}

export function Proposals({ proposals, now }: { proposals: readonly WaitingProposal[]; now: number }) {
  if (proposals.length === 0) return null;
  return (
    <section class="stack">
      <h2>Asked for while no person was at the terminal</h2>
      <p class="soft">
        A program asked for {proposals.length === 1 ? 'this' : 'these'} with the key of this memory. It may have been a
        script of yours, or something that an agent ran. Nothing was changed.
      </p>
      <ul class="list">
        {proposals.map((proposal) => (
          <Row proposal={proposal} now={now} />
        ))}
      </ul>
    </section>
  );
}

function Row({ proposal, now }: { proposal: WaitingProposal; now: number }) {
  const { what, wish, origin, lastAt, count } = proposal;
  const path = `${PATH}/${proposalName(proposal)}`;
  return (
    <li class="held stack" data-row="" tabindex={-1}>
      <div class="row small faint">
        <Badge tone="warn">{proposalName(proposal)}</Badge>
        {count > 1 ? <span>{counted(count, 'time')}</span> : null}
        <Time at={lastAt} now={now} />
      </div>
      <h3>{what}</h3>
      <pre class="any-text">{wishText(wish)}</pre>
      <p class="small faint">
        {origin.command === null ? 'By a program that did not say which it is' : `By ${origin.command}`}
        {origin.pid === null ? '' : `, process ${origin.pid}`}
        {origin.cwd === null ? '' : `, in ${origin.cwd}`}. Not taken for you, because {origin.doubt}.
      </p>
      <div class="row">
        {wish.kind === 'request' ? (
          <Decide path={path} decision="accepted" label="Do it, as mine" />
        ) : (
          <span class="soft">
            It works on files: <code>carryover review accept {proposalName(proposal)}</code> runs it in a terminal.
          </span>
        )}
        <Decide path={path} decision="rejected" label="Reject" />
      </div>
    </li>
  );
}

/** All of it: a person answers for every word. */
function wishText(wish: WaitingProposal['wish']): string {
  if (wish.kind === 'command') return `carryover ${wish.args.join(' ')}\nin ${wish.cwd}`;
  const names = Object.entries({ ...wish.path, ...wish.query }).map(([name, value]) => `${name}: ${value}`);
  const said = Object.entries(wish.body ?? {}).map(
    ([name, value]) => `${name}: ${typeof value === 'string' ? value : JSON.stringify(value, null, 2)}`,
  );
  return [`${wish.method} ${wish.route}`, ...names, ...said].join('\n');
}
