import { describe, expect, it } from 'vitest';
import { stem } from './stem.ts';

/** Words of one line are forms of one word. */
const SAME = `
add adds added adding|run runs ran running|write writes wrote written writing|go goes went gone going|buy buys bought
deploy deploys deployed deploying deployment|configure configured configures configuring|build builds built building
break broke broken breaking|choose chose chosen choosing|index indexes indices indexed indexing|query queries queried
cache caches cached caching|retry retries retried retrying|delete deletes deleted deleting deletion|fix fixes fixed fixing
migrate migrated migrates migrating migration|compile compiled compiles compiling|error errors|class classes|process processes
commit commits committed committing|merge merges merged merging|install installed installs installing|test tests tested testing
schedule schedules scheduled scheduling|child children|person people|woman women|mouse mice|knife knives|life lives|foot feet
good better best|bad worse worst|think thought thinking|teach taught teaching|catch caught catching|sing sang sung singing
organize organizes organized organizing organization|university universities|party parties|city cities|dependency dependencies
analysis analyses|crisis crises|criterion criteria|matrix matrices|vertex vertices|fly flew flown flying|die dies died dying
lie lies lied lying|tie ties tied tying|agree agreed agrees agreeing|hope hopes hoped hoping|hop hops hopped hopping
plan plans planned planning|stop stops stopped stopping|happy happiness|quick quickly|careful carefully carefulness
use uses used using useful|create creates created creating creation|connect connects connected connection connecting
generate generated generates generating generation|generous generously generousness|override overrode overridden overriding
undo undid undone undoing|rewrite rewrote rewritten rewriting|rebuild rebuilt rebuilding|prove proven proved proves
show shows showed shown showing|lay lays laid laying|understand understood understanding|forget forgot forgotten forgetting
succeed succeeds succeeded succeeding|exceed exceeds exceeded exceeding|proceed proceeds proceeded proceeding
emergency emergencies|evening evenings|photo photos|box boxes|watch watches watched watching|kiss kisses kissed
recommend recommends recommended recommending|suggest suggests suggested suggesting|vacation vacations|travel travels traveled
nation nations national|relate related relates relating relation|depend depends depended depending|try tries tried trying
`;
/** Words that look alike and mean different things. */
const DIFFERENT = `news new|universal university|universe university|organ organize|organic organ|emergency emerge|lateral later
general generous|generate general|evening even|bias bi|atlas atla|sky ski|outing out|add ad|hope hop|plan plane
cosmos cosmo|inning in|businesses busy|communism commune|red reed|bus bu|this thi|string strong|data date`;

const groups = (table: string) =>
  table
    .trim()
    .split(/[|\n]/)
    .map((group) => group.trim().split(' '));

describe('stem', () => {
  it('has more than 120 pairs to hold it to', () => {
    expect(groups(SAME).reduce((pairs, group) => pairs + group.length - 1, 0)).toBeGreaterThan(120);
  });

  it.each(groups(SAME))('leads the forms of "%s" to one key', (base, ...forms) => {
    expect(forms.filter((form) => stem(form) !== stem(base))).toEqual([]);
  });

  it.each(groups(DIFFERENT))('keeps "%s" from "%s"', (one = '', other = '') => {
    expect(stem(one)).not.toBe(stem(other));
  });

  it.each([
    ['книга', 'книги книгу книгой книге книг'],
    ['красный', 'красная красного красному красные'],
    ['делает', 'делают делал'],
    ['ёлка', 'елка елки'],
  ])('leads forms of the Russian %s to one key', (base, forms) => {
    expect(forms.split(' ').filter((form) => stem(form) !== stem(base))).toEqual([]);
  });

  it.each([
    ['كتاب', 'الكتاب والكتاب بالكتاب'],
    ['مدرسة', 'المدرسة مدرسه'],
    ['أحمد', 'احمد'],
  ])('takes article and conjunction off the Arabic %s', (base, forms) => {
    expect(forms.split(' ').filter((form) => stem(form) !== stem(base))).toEqual([]);
  });

  it('leaves short words, numbers, mixed words and other languages as they are', () => {
    for (const word of ['go', 'is', 'ts2345', '2024', 'straßen', '数据', 'dans2']) expect(stem(word)).toBe(word);
  });

  it('gives the same stem when more words have come than it remembers', () => {
    const before = stem('deployments');
    for (let index = 0; index < 60_000; index += 1) stem(`word${index}`);
    expect(stem('deployments')).toBe(before);
  });
});
