/**
 * `GET /proposals`: what was asked for without a person and waits for one. `POST /proposals {args, cwd}`: a command of
 * `carryover` that works on files asks for one. `POST /proposals/:id {decision}`: a person's word. A request that is accepted
 * is carried out here as the person's own; a command is run by the person, on a terminal, and accepting it is to say so.
 */
import type { Context, Hono } from 'hono';
import * as z from 'zod';
import { CarryoverError } from '../../memory/error.ts';
import { proposalName, proposalNumber, type WaitingProposal } from '../../memory/proposal.ts';
import { RIGHTS } from '../../memory/right.ts';
import { answerJson } from '../answer.ts';
import type { ApiDependencies } from '../api.ts';
import { answerProposed, beyondToken, mayToken } from '../authority.ts';
import { findDeclared, route } from '../openapi/route.ts';
import { proposalAnswer, proposedAnswer } from '../openapi/schemas/proposals.ts';
import type { HttpEnvironment } from '../request.ts';

const MOST_ARGUMENTS = 200;
const ARGUMENT_CHARS = 10_000;
const argument = z.string().max(ARGUMENT_CHARS);
const commandInput = z.strictObject({
  args: z.array(argument).min(1).max(MOST_ARGUMENTS),
  cwd: argument.min(1),
  right: z.enum(RIGHTS),
  doubt: argument,
});
const decisionInput = z.strictObject({ decision: z.enum(['accepted', 'rejected']) });

type Dependencies = Pick<ApiDependencies, 'proposals' | 'log'>;

export function proposalRoutes(app: Hono<HttpEnvironment>, { proposals, log }: Dependencies): void {
  /** By two at once, it is carried out once. */
  const deciding = new Set<number>();

  route(
    app,
    {
      method: 'get',
      path: '/proposals',
      summary: 'Changes that something asked for without a person, and that wait for one',
      tag: 'access',
      answer: z.strictObject({ proposals: z.array(proposalAnswer) }),
    },
    async () => answerJson(200, { proposals: (await proposals.list()).map(proposalToWire) }),
  );

  route(
    app,
    {
      method: 'post',
      path: '/proposals',
      summary: 'Asks for a command that works on files to be run by a person',
      tag: 'access',
      needs: 'capture',
      body: commandInput,
      answer: proposedAnswer,
      status: 202,
    },
    async (_, { body: { args, cwd, right, doubt } }) => {
      const what = 'Runs a command of carryover';
      const origin = { pid: null, command: null, cwd, doubt };
      return answerProposed(await proposals.keep({ wish: { kind: 'command', args, cwd }, right, what }, origin));
    },
  );

  route(
    app,
    {
      method: 'post',
      path: '/proposals/:id',
      summary: "A person's yes or no; `answer` is what the accepted request answered",
      tag: 'access',
      needs: 'review',
      neverProposed: true,
      body: decisionInput,
      answer: z.strictObject({
        id: z.string(),
        decision: z.enum(['accepted', 'rejected']),
        answer: z.unknown(),
      }),
    },
    async (context, { path, body: { decision } }) => {
      const proposal = await find(path.id);
      const { seq } = proposal;
      if (deciding.has(seq))
        throw new CarryoverError('it is being decided', { code: 'busy', hint: 'look at the list again' });
      deciding.add(seq);
      try {
        const answer = decision === 'accepted' ? await carryOut(context, proposal) : null;
        await proposals.drop(seq);
        log.info('proposal-decided', { id: proposalName(proposal), decision, right: proposal.right });
        return answerJson(200, { id: proposalName(proposal), decision, answer });
      } finally {
        deciding.delete(seq);
      }
    },
  );

  async function find(name: string): Promise<WaitingProposal> {
    const number = proposalNumber(name);
    const found = (await proposals.list()).find(({ seq }) => seq === number);
    if (found !== undefined) return found;
    throw new CarryoverError('no such proposal waits', {
      code: 'not-found',
      hint: '`carryover review` lists what waits',
    });
  }

  async function carryOut(context: Context<HttpEnvironment>, { wish, right }: WaitingProposal): Promise<unknown> {
    const owner = context.get('owner');
    // Whoever may decide may not thereby do what the token was not made for.
    if (owner?.named !== undefined && !mayToken(owner.named, right)) throw beyondToken(owner, right);
    if (wish.kind === 'command') {
      if (context.get('browser') === undefined) return null;
      throw new CarryoverError('this is a command for a terminal', {
        code: 'forbidden',
        hint: 'it works on files: `carryover review accept` runs it in a terminal',
      });
    }
    const declared = findDeclared(app, wish.method, wish.route);
    if (declared === undefined)
      throw new CarryoverError('this version has no such request any more', {
        code: 'not-found',
        hint: 'reject it, and do what it was for by hand',
      });
    const text = await (await declared.perform(context, wish)).text();
    // Of an answer line by line the last line is the result.
    const last = text.trimEnd().split('\n').at(-1) ?? '';
    return last === '' ? null : failed(JSON.parse(last));
  }
}

/** Work that failed on its way says so in its last line. */
function failed(answer: unknown): unknown {
  const error = typeof answer === 'object' && answer !== null && 'error' in answer ? answer.error : undefined;
  if (error === undefined) return answer;
  const { code, message, hint } = error as { code: string; message: string; hint: string | null };
  throw new CarryoverError(message, { code, ...(hint === null ? {} : { hint }) });
}

export type WireProposal = ReturnType<typeof proposalToWire>;

function proposalToWire(proposal: WaitingProposal) {
  const { wish, right, what, origin, firstAt, lastAt, count } = proposal;
  return {
    id: proposalName(proposal),
    right,
    what,
    request:
      wish.kind === 'request'
        ? { method: wish.method, path: pathOf(wish.route, wish.path), query: wish.query, body: wish.body }
        : null,
    command: wish.kind === 'command' ? { args: wish.args, cwd: wish.cwd } : null,
    asked_by: { pid: origin.pid, command: origin.command, cwd: origin.cwd },
    why: origin.doubt,
    first_at: firstAt,
    last_at: lastAt,
    count,
  };
}

function pathOf(route: string, path: Readonly<Record<string, string>>): string {
  return route.replaceAll(/:(\w+)/g, (_, name: string) => path[name] ?? '');
}
