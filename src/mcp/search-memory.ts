/**
 * `search_memory {query, limit=10, type?, since?}`, also answering to `MemorySearch {query, top_k, type}` (D-044): a
 * line per hit with its id. `search_memory {id}`: the whole of one, by its id or the beginning that blocks show. All
 * of it fenced and labelled as data (POI-7, SRV-23).
 */
import { subjectOf, type WireHit } from '../http/search-wire.ts';
import { CarryoverError } from '../memory/error.ts';
import { isOutsideId } from '../memory/ids.ts';
import { LEARNED_TYPES, OPERATIONAL_CATEGORIES, unsettledMark } from '../memory/learning.ts';
import { quotedName } from '../memory/quoted-name.ts';
import { aboutSubject } from '../memory/unnamed-subject.ts';
import { type BlockLine, renderBlock } from '../recall/block.ts';
import { describeFact } from './describe-fact.ts';
import { describeRecord } from './describe-record.ts';
import { CAUTION, dayOf, excerpt, factKind, idText, recordKind } from './lines.ts';
import type { Memory, SearchRequest } from './memory.ts';
import { ALWAYS_LOADED, type MemoryTool, READ_ONLY, type ToolInput } from './tool.ts';

const DEFAULT_HITS = 10;
const MOST_HITS = 50;
/** Enough to choose by; the whole is one call away. */
const SNIPPET_CHARS = 300;
const NOTHING = 'Nothing was found in earlier sessions.';
const STILL_FILLING = 'Records are still being indexed: ask again later.';
const LEARNING_TYPES = [...LEARNED_TYPES, ...OPERATIONAL_CATEGORIES];
const TYPES: readonly SearchRequest['type'][] = ['facts', 'records', 'all'];

export function searchMemory({ search, fact, record, status }: Memory): MemoryTool {
  async function whole(id: string): Promise<string> {
    const found = isOutsideId(id) ? await fact(id) : undefined;
    if (found?.id === id) return describeFact(found);
    const kept = isOutsideId(id) ? await record(id) : undefined;
    if (found !== undefined && kept !== undefined && kept.id !== id)
      throw new CarryoverError('a fact and a record begin with this id', {
        code: 'ambiguous-id',
        hint: 'give more of it',
      });
    if (kept !== undefined) return describeRecord(kept);
    if (found !== undefined) return describeFact(found);
    throw new CarryoverError('nothing with this id was found', { code: 'not-found', hint: 'take one from a search' });
  }

  return {
    definition: {
      name: 'search_memory',
      description:
        'Search what was learned (facts) and what happened (records: prompts, answers, tool calls, errors) in earlier sessions of this project. Use it before asking the user what they may have said before. Give a query, or the id of a hit.',
      inputSchema: {
        type: 'object',
        properties: {
          query: { type: 'string' },
          id: { type: 'string', description: 'Shows a hit whole, with its evidence' },
          limit: { type: 'integer', minimum: 1, maximum: MOST_HITS, default: DEFAULT_HITS },
          type: { enum: [...TYPES] },
          since: { type: 'string', description: 'Like 7d or 2026-11-15' },
        },
      },
      annotations: READ_ONLY,
      _meta: ALWAYS_LOADED,
    },
    aliases: ['MemorySearch'],
    async run(input) {
      const id = parseId(input);
      if (id !== undefined) return whole(id);
      const { hits } = await search(parse(input));
      if (hits.length === 0) return (await status()).search === 'filling' ? `${NOTHING} ${STILL_FILLING}` : NOTHING;
      return renderBlock(`Found in earlier sessions; an id gives the whole. ${CAUTION}`, hits.map(lineOf));
    },
  };
}

function parseId({ id }: ToolInput): string | undefined {
  if (id === undefined || id === null || id === '') return undefined;
  if (typeof id !== 'string') throw invalid('id must be a text', 'take one from a search');
  return id.trim();
}

function parse(input: ToolInput): SearchRequest {
  const { query, since } = input;
  if (typeof query !== 'string' || query.trim() === '') throw invalid('query must be a text', 'say what to look for');
  if (since !== undefined && typeof since !== 'string') throw invalid('since must be a text', 'like 7d or 2026-11-15');
  const limit = Number(input.limit ?? input.top_k ?? DEFAULT_HITS);
  if (!Number.isInteger(limit) || limit < 1) throw invalid('limit must be a whole number', `from 1 to ${MOST_HITS}`);
  const type = TYPES.find((known) => known === (input.type ?? 'all'));
  if (type === undefined) throw invalid('type is not known', `it is one of ${TYPES.join(', ')}`);
  return { query, limit: Math.min(limit, MOST_HITS), type, ...(since === undefined ? {} : { since }) };
}

function lineOf(hit: WireHit): BlockLine {
  const from = hit.linked_space === undefined ? '' : `, from the linked project ${quotedName(hit.linked_space)}`;
  return {
    label: `${idText(hit.id)} ${dayOf(hit.ts)} ${kindOf(hit)}${from}`,
    text: excerpt(hit.snippet, SNIPPET_CHARS),
  };
}

/** A record may carry any metadata: only a fact's is ours. */
function kindOf(hit: WireHit): string {
  const { type, source, metadata, tags, snippet } = hit;
  if (type !== 'fact') return recordKind(type, source, metadata);
  const known = LEARNING_TYPES.find((name) => name === metadata.learning_type) ?? type;
  const about = aboutSubject(subjectOf(hit), snippet);
  return `${factKind(known, metadata.trust)}${about}${unsettledMark({ tags })}`;
}

function invalid(message: string, hint: string): CarryoverError {
  return new CarryoverError(message, { code: 'invalid-input', hint });
}
