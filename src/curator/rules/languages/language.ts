/**
 * What the rules know of a language: words and patterns, no code. Patterns see one sentence at a time (at most 400
 * characters) in which the insides of code spans and quotations are blanked with `_`, so nothing quoted can fire them.
 * A named group `what` marks the part that is kept; without it the whole sentence is.
 */

export interface Language {
  /** Greetings, fillers and politeness around a statement. */
  readonly lead: RegExp;
  readonly tail: RegExp;
  readonly question: RegExp;
  /** A question by form that gives a standing instruction: "could you always …". */
  readonly politeInstruction: RegExp;
  /** Sarcasm, hypotheticals and stories: the sentence is not meant as it reads. */
  readonly notMeant: RegExp;
  readonly uncertain: RegExp;
  /** Holds for this once. */
  readonly oneOff: RegExp;
  /** A state that will be over soon. */
  readonly transient: RegExp;
  /** "Translate this: …": what follows is material, not the person's own statement. */
  readonly material: RegExp;
  /** A line that asks about a text, which stands above or below it: "does this need root?" */
  readonly aboutText: RegExp;
  /** Somebody speaks of himself or to the agent: what a document or a log hardly does. */
  readonly talk: RegExp;
  /** A first line that announces rules, which may then stand in paragraphs of their own. */
  readonly announcement: RegExp;
  /** How somebody goes on in his own words after a text he showed. */
  readonly talkOn: RegExp;
  /** Asks for a thing to be made: rules in and after it are the thing's, unless they are `addressed`. The first that fits counts. */
  readonly commissions: readonly Commission[];
  /** A wish that says of itself that it lasts. */
  readonly standing: RegExp;
  /** Points at one thing: however it is worded, a wish holds for that thing. */
  readonly pointsAt: RegExp;
  /** Speaks of one thing at hand, which binds a wish that does not say that it lasts. */
  readonly definite: RegExp;
  /** A further clause that is about the thing at hand: "use metric, the recipe is American". */
  readonly aside: RegExp;
  /** What is asked for at the end of a statement: "…, so set this one up like that". */
  readonly request: RegExp;
  /** What may stand before a rule and belongs to it: a condition, a reason, what it is about; no request and no praise. */
  readonly condition: RegExp;
  /** A wish that only points at what was said before it: "always do it like that". */
  readonly pointing: RegExp;
  /** A sentence that only ends the one before it: "Not main." */
  readonly afterthought: RegExp;
  readonly statements: readonly StatementRule[];
  readonly correction: CorrectionWords;
  /** It speaks of the project at hand. */
  readonly project: RegExp;
  readonly tasks: readonly TaskRule[];
  /** It names when. */
  readonly timed: RegExp;
  readonly urgent: RegExp;
  readonly canWait: RegExp;
  readonly firstPerson: FirstPersonWords;
}

export interface Commission {
  readonly asks: RegExp;
  readonly addressed: RegExp;
}

export interface StatementRule {
  readonly kind: 'preference' | 'remember' | 'decision' | 'fact';
  readonly when: RegExp;
  readonly unless?: RegExp;
  /** `$what` stands for what was kept. */
  readonly say?: string;
  readonly subject?: string;
  readonly scope?: 'user' | 'space';
  /** Its form says that it lasts: a word for a passing state or a doubt inside it ("-1 means missing") does not count. */
  readonly lasting?: boolean;
  /** The sentence after it belongs to it when it reads like this: "Decision: no X. We keep Y." */
  readonly goesOn?: RegExp;
  /** Worth keeping only with a name, a number or a place in it: "the deadline is tight" says nothing. */
  readonly concrete?: boolean;
  /** So plainly said that it also counts in the first and last words around pasted text. */
  readonly plain?: boolean;
}

export interface CorrectionWords {
  /** "No, …": a correction when a value follows. */
  readonly opener: RegExp;
  /** "That's wrong.": the next sentence may hold the value. */
  readonly alone: RegExp;
  readonly value: RegExp;
  /** What makes a value one that lasts, next to a name or a number: "we", "always", "not X". */
  readonly firm: RegExp;
  /** Speaks of what is the person's own to know. */
  readonly own: RegExp;
  /** Begins with a word that points at something said before: only a name or number makes it a value. */
  readonly pronoun: RegExp;
  /** Answers, requests and status that begin like a correction. */
  readonly notValue: RegExp;
  /** "X is Y, not Z": a correction without an opener. */
  readonly contrast: RegExp;
  /** "X isn't Y, it's Z." */
  readonly denied: RegExp;
  /** Says what the agent did, as group `wrong`: "it's X, you wrote Y". */
  readonly accused: RegExp;
  /** "Don't do X, we do Y", where X is what the agent did: its first letters are group `wrong`. */
  readonly ours: RegExp;
  /** How a name is written. */
  readonly written: RegExp;
  /** A short sentence that completes the correction before it. */
  readonly goesOn: RegExp;
  /** A thing with a version or a measure, as groups `thing` and `number`. */
  readonly measure: RegExp;
  /** "X not Y" in any words: a correction when what came before says the `wrong` one. */
  readonly opposed: RegExp;
  /** A form for a kind of thing, "dates should be …": a correction when the answer before it has such a thing (group `kind`), else a preference. */
  readonly form: RegExp;
  /** Such a form without anything before it: given for work in general, not for the data of what is built. */
  readonly habit: RegExp;
  /** Says of itself that it is a rule for ever, so it is a preference. */
  readonly standing: RegExp;
  /** The value that is said to be wrong, as group `wrong`. */
  readonly wrong: RegExp;
  /** How code says it: `$wrong` is appended to the right value. */
  readonly sayWrong: string;
  /** Says what a bare value ("80 not 90") is about: `$asked` is the request before it. */
  readonly sayAsked: string;
}

interface TaskRule {
  readonly when: RegExp;
  /** Only as the first sentence of a message, or with a time: else it is part of the request at hand. */
  readonly alone?: boolean;
  /** Also in the form of a question: "can you remind me to …?" */
  readonly evenAsked?: boolean;
}

interface FirstPersonWords {
  /** In order; each replaces all it finds. */
  readonly turns: readonly (readonly [RegExp, string])[];
  /** Still in the first person: then the words stay as they are, behind `mark`. */
  readonly left: RegExp;
  readonly mark: string;
}
