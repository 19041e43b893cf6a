/** Whose words: share of lines right, typed lines lost, foreign lines taken for typed; per file, language and kind. */
import { readJsonLines } from '../test/corpora/score.ts';
import { type LabelledPrompt, scoreSegments } from '../test/corpora/segment-score.ts';

const names = process.argv.slice(2).filter((name) => !name.startsWith('--'));
const isVerbose = process.argv.includes('--wrong');
for (const name of names.length > 0 ? names : ['dev', 'test']) {
  const prompts = readJsonLines<LabelledPrompt>(`segments/${name}.jsonl`);
  print(`${name}, ${prompts.length} prompts`, prompts);
  for (const lang of distinct(prompts.map((prompt) => prompt.lang)))
    print(
      `  ${lang}`,
      prompts.filter((prompt) => prompt.lang === lang),
    );
  for (const kind of distinct(prompts.map(kindOf)))
    print(
      `  ${kind}`,
      prompts.filter((prompt) => kindOf(prompt) === kind),
    );
  if (isVerbose) for (const wrong of scoreSegments(prompts).wrong) console.log(wrong);
}

function print(title: string, prompts: readonly LabelledPrompt[]): void {
  const { lines, right, typed, lost, foreign, taken } = scoreSegments(prompts);
  const share = (right / lines).toFixed(3);
  console.log(
    `${title.padEnd(24)} right ${share} of ${lines}; typed lost ${lost} of ${typed}; foreign taken ${taken} of ${foreign}`,
  );
}

function kindOf({ kind }: LabelledPrompt): string {
  return kind.split('+')[0] ?? kind;
}

function distinct(values: readonly string[]): readonly string[] {
  return [...new Set(values)].sort();
}
