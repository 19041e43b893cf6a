/**
 * Plain facts in a change that was found on disk: while the change waits, they are believed as far as a tool's output is, and
 * given with its label. Everything else in it waits: wishes, rules, corrections, decisions, tasks and ways to do things, by
 * the section they stand in or by how they are worded; what takes the place of another line; and all that user.md says.
 */
import { keysOf, lineKey, linesOf } from '../../files/file-text.ts';
import { lineChanges } from '../../files/line-changes.ts';
import { fileSpec } from '../../files/manifest.ts';
import type { WaitingChange } from '../../files/text-on-disk.ts';
import { deriveId, type LearningId } from '../../memory/ids.ts';
import { newLearning } from '../../memory/learning.ts';
import type { MemoryFileRef } from '../../memory/memory-file.ts';
import { isAkin, statementOf } from '../../memory/similarity.ts';
import { isDisguised } from './disallowed-claim.ts';
import { learningsSaying, sectionsOf, statedIn } from './learn-from-lines.ts';
import { saysTooLittle } from './low-value.ts';
import type { Draft } from './unit-of-work.ts';
import { withdraw } from './user-decisions.ts';

const FOUND = 'found-on-disk';
const MOST_FACTS = 100;
/** What stands there is a wish, a rule or a task, however it is worded. */
const RULES: ReadonlySet<string> = new Set(['corrections', 'preferences', 'decisions', 'open tasks']);
/** There a sentence may be a fact, and what holds code is a way to do something. */
const WAYS: ReadonlySet<string> = new Set(['commands', 'fixes']);
const SENTENCE = /^\p{Lu}[^`$|<>=]*$/u;

interface Found extends WaitingChange {
  readonly file: MemoryFileRef;
}

export async function learnFoundFacts(draft: Draft, { file, before, content }: Found): Promise<void> {
  const { scope } = fileSpec(file.name);
  if (scope === 'user') return;
  const { added, removed } = lineChanges(before, content);
  const replaced = removed.map((line) => statementOf(statedIn(line)));
  const sections = sectionsOf(content);
  for (const [index, line] of added.slice(0, MOST_FACTS).entries()) {
    const text = statedIn(line);
    if (!isFact(file, sections.get(lineKey(line)) ?? '', text)) continue;
    if (replaced.some((statement) => isAkin(statement, statementOf(text)))) continue;
    if ((await learningsSaying(draft, file, line)).length > 0) continue;
    const learning = newLearning(draft.act.ts, {
      id: deriveId<LearningId>(draft.act.id, 'found', String(index)),
      workspace: file.workspace,
      type: 'FACT',
      content: text,
      tags: ['edit', FOUND],
      trust: 'tool',
    });
    draft.put(learning, 'edited', null);
  }
}

/** Of the lines that are not on disk any more, or were turned down. */
export async function withdrawFoundFacts(draft: Draft, { file, before, content }: Found, now: string): Promise<void> {
  const there = keysOf(linesOf(now));
  const gone = lineChanges(before, content).added.filter((line) => !there.has(lineKey(line)));
  for (const line of gone.slice(0, MOST_FACTS))
    for (const learning of await learningsSaying(draft, file, line))
      if (learning.validTo === null && learning.tags.includes(FOUND) && learning.trust === 'tool')
        withdraw(draft, learning);
}

function isFact({ name }: MemoryFileRef, section: string, text: string): boolean {
  const { title, sections } = fileSpec(name);
  const known = ['', title, ...sections].map((each) => each.toLowerCase());
  if (!known.includes(section) || RULES.has(section)) return false;
  if (WAYS.has(section) && !SENTENCE.test(text)) return false;
  return !saysTooLittle(text) && !isDisguised(text, 'tool');
}
