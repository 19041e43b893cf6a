/** "Remember that …" and the like, in English. */
import { i } from './english-words.ts';
import type { StatementRule } from './language.ts';

export const ENGLISH_REMEMBER: readonly StatementRule[] = [
  {
    kind: 'remember',
    when: i(
      String.raw`^(?:can you |could you |you should |i want you to |i need you to |i'd like you to |let's )?(?:remember|memori[sz]e|note|bear in mind|keep in mind|don't forget|do not forget|make a note)(?:,| down)?(?: (?:this|for (?:later|next time|the future|future sessions)|for all sessions))*\s*(?:(?:that|:|,|-|–|—)\s*)+(?<what>(?!you said|we (?:talked|discussed)|time\b|when\b)\S.{5,})`,
    ),
    unless: i(
      String.raw`^note\b.*\b(?:line \d+|typo|above|below|yet|i (?:have|had|did|am|was|just)|wrong|missing|fail\w*|errors?|bug)\b`,
    ),
    plain: true,
  },
  {
    kind: 'remember',
    when: i(
      String.raw`^(?:save|store|keep|write|put|jot|file|commit|add) (?:this|that|it)(?: down)? ?(?:for (?:later|next time|the future|(?:later|future|other|all|next) (?:sessions?|chats?))|(?:in|into|to) (?:your |the |my )?(?:long-term )?(?:memory|notes)|(?<=down ?))\s*[:,–—-]+\s*(?<what>\S.{5,})`,
    ),
    plain: true,
  },
  {
    kind: 'remember',
    when: i(String.raw`^(?:keep|bear) in mind,? (?<what>(?:the|our|my|we|i|all|he|she|they|some|most|it's)\b.{6,})`),
    plain: true,
  },
  {
    kind: 'remember',
    when: i(
      String.raw`^remember,? (?<what>(?=.*\b(?:i|we|always|never|is|are|was|has|have|needs?|hates?|likes?|wants?|prefers?|only|must|should|can|can't|cannot|uses?|runs?|goes|lives?|will|i'm|it's|don't|doesn't)\b)(?:i|we|my|our|the|all|always|never|it's|he|she|they)\b(?! said).{6,})`,
    ),
    unless: i(
      String.raw`^remember (?:the (?:time|last|old|other|previous|bug|issue|one|thing)|when|me\b|we (?:talked|discussed|did|had|were|saw|fixed|tried)|i (?:asked|told|said|was|mentioned))`,
    ),
    plain: true,
  },
  {
    kind: 'remember',
    when: i(
      String.raw`^(?:for (?:future reference|the record|next time|your (?:information|memory|notes)|(?:the future|later|future sessions)(?=\s*[:,–—-]))|(?:good|worth|useful) (?:to know|knowing|remembering)(?: for \w+(?: \w+)?)?(?=\s*:))\s*[:,–—-]*\s*(?:that\s+)?(?<what>\S.{5,})`,
    ),
    plain: true,
  },
  {
    kind: 'remember',
    when: i(
      String.raw`^(?<what>\S.{8,}?)[,;:.–—\s-]+(?:please |pls |so )*(?:(?:remember|memori[sz]e|note) (?:that|this|it)|keep (?:that|this|it) in mind)(?: for (?:later|next time|the (?:future|next (?:ones?|time))|future sessions))?\s*[.!]*$`,
    ),
    unless: i(
      String.raw`^(?:i|you|do|if|how|to|will|we)\b.{0,20}\b(?:remember|note)|^do\b|\band (?:please )?(?:keep|remember|note)\b`,
    ),
    plain: true,
  },
];
