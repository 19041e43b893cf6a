/** What status asks about changes of memory files that wait for a person's word. */
import { fileSpec } from '../files/manifest.ts';
import type { Knowledge } from '../knowledge/knowledge.ts';
import type { StatusProblem } from '../memory/status.ts';

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
