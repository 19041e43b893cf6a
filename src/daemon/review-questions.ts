/** What status asks about things that wait for a person's word: changes of memory files, and where learnings hold. */
import { fileSpec } from '../files/manifest.ts';
import type { Knowledge } from '../knowledge/knowledge.ts';
import { isAboutPlace } from '../memory/review.ts';
import type { StatusProblem } from '../memory/status.ts';

/** More than are asked at once. */
const MOST_WAITING = 2_000;

export async function foundEditQuestions(knowledge: Pick<Knowledge, 'foundEdits'>): Promise<readonly StatusProblem[]> {
  return (await knowledge.foundEdits()).map(({ reason, held: { file } }) => {
    const where = fileSpec(file.name).scope === 'user' ? '' : ' in the folder of its project';
    return {
      code: 'file-edit-waits',
      message: `${file.name}: ${reason}: yours?`,
      hint: `\`carryover files waiting\` shows it; \`carryover files accept ${file.name}\` or \`reject ${file.name}\`${where} answers`,
    };
  });
}

export async function placeQuestions(knowledge: Pick<Knowledge, 'reviews'>): Promise<readonly StatusProblem[]> {
  const waiting = await knowledge.reviews({ statuses: ['waiting'], limit: MOST_WAITING });
  const count = waiting.filter(isAboutPlace).length;
  if (count === 0) return [];
  const lines = count === 1 ? 'a line of user.md looks like a rule' : `${count} lines of user.md look like rules`;
  return [
    {
      code: 'places-wait',
      message: `${lines} of one project, and every project is given what stands there: where do they hold?`,
      hint: '`carryover review` shows them; `accept ID` moves one to its project, `reject ID` keeps it everywhere; or the Review page',
    },
  ];
}
