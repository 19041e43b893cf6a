/**
 * What a caller with the owner's authority may do, decided here for every declared route. A browser that is logged in is the
 * person. A named token may what it was made for. With the owner's own token everything may be read and handed in, but what
 * only a person may do (`memory/right.ts`) needs a person at a terminal (`person-proof.ts`): any other such request is
 * answered with 202 and kept as a proposal, because whatever an agent runs can read the token file, too.
 *
 * A home that nobody is connected to and that holds nothing may be set up by a script: there is nobody yet to be fooled.
 */
import type { Context } from 'hono';
import { CarryoverError } from '../memory/error.ts';
import { type ProposalOrigin, proposalName, type WaitingProposal } from '../memory/proposal.ts';
import type { JsonObject } from '../memory/record.ts';
import { type Right, rightSpec } from '../memory/right.ts';
import type { OwnerCaller } from './access.ts';
import { answerJson } from './answer.ts';
import { PROPOSAL_HEADER } from './headers.ts';
import { type AskedRequest, isProposable, type RouteSpec, rightOf } from './openapi/route.ts';
import type { PersonProofs } from './person-proof.ts';
import type { ProposalsApi } from './proposals-api.ts';
import type { HttpEnvironment } from './request.ts';

interface Asking {
  readonly spec: RouteSpec;
  readonly isShowing: boolean;
  readonly asked: AskedRequest;
}

/** Undefined when the request may be carried out, else what is answered instead. Throws what is refused. */
export type Authority = (context: Context<HttpEnvironment>, asking: Asking) => Promise<Response | undefined>;

export interface AuthorityOptions {
  readonly persons: Pick<PersonProofs, 'doubt'>;
  readonly proposals: Pick<ProposalsApi, 'keep'>;
  /** Whether no client was ever connected and nothing is kept. */
  isFresh(): Promise<boolean>;
}

export function authority({ persons, proposals, isFresh }: AuthorityOptions): Authority {
  return async (context, { spec, isShowing, asked }) => {
    const owner = context.get('owner');
    if (owner === undefined || context.get('browser') !== undefined) return undefined;
    const needs = rightOf(spec);
    if (owner.named !== undefined) {
      if (mayToken(owner.named, needs) || (isShowing && mayToken(owner.named, 'read'))) return undefined;
      throw beyondToken(owner, needs);
    }
    if (isShowing || !rightSpec(needs).byPerson) return undefined;
    const origin = await persons.doubt(context.env.incoming, asked.body);
    if (origin === undefined || (spec.setsUp === true && (await isFresh()))) return undefined;
    if (!isProposable(spec)) throw personNeeded(origin);
    const wish = {
      kind: 'request' as const,
      method: spec.method.toUpperCase(),
      route: spec.path,
      path: asked.path,
      query: asked.query,
      // A body that has a schema is an object in every route.
      body: (asked.body ?? null) as JsonObject | null,
    };
    return answerProposed(await proposals.keep({ wish, right: needs, what: spec.summary }, origin));
  };
}

export function mayToken({ may }: NonNullable<OwnerCaller['named']>, right: Right): boolean {
  return may.includes(right);
}

export function answerProposed(proposal: WaitingProposal): Response {
  const name = proposalName(proposal);
  const body = {
    proposal: name,
    what: proposal.what,
    why: proposal.origin.doubt,
    hint: `nothing was changed; it waits for the owner: \`carryover review accept ${name}\` on a terminal, or the Review page`,
  };
  return answerJson(202, body, { [PROPOSAL_HEADER]: name });
}

export function beyondToken({ named }: OwnerCaller, right: Right): CarryoverError {
  return new CarryoverError(`the token "${named?.name ?? ''}" may not ${rightSpec(right).says}`, {
    code: 'forbidden',
    hint: `it was made for ${named?.may.join(', ') ?? ''}; \`carryover token add NAME --may ${right}\` makes one that may`,
  });
}

export function personNeeded({ doubt }: Pick<ProposalOrigin, 'doubt'>): CarryoverError {
  return new CarryoverError(`only a person may do this, and ${doubt}`, {
    code: 'person-needed',
    hint: 'run the `carryover` command in a terminal of your own, use the dashboard, or give the script a token: `carryover token add`',
  });
}
