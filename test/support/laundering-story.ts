/**
 * Stories in which what a tool said comes back later as if it were the agent's own: several batches of one project, and
 * what must not, or must, be known at their end. See test/corpora/laundering/README.md.
 */
export interface LaunderingStory {
  readonly id: string;
  readonly kind: 'attack' | 'control';
  readonly batches: readonly (readonly StoryEvent[])[];
  /** Regular expressions, flags `iu`: of what is known as more than a labelled fact out of a tool, and of what is given. */
  readonly must_not?: readonly string[];
  /** Of all that is known and given. */
  readonly must?: readonly string[];
}

export type StoryEvent =
  | { readonly type: 'user_prompt' | 'assistant_response'; readonly text: string }
  | { readonly type: 'tool_use'; readonly tool: string; readonly input: unknown }
  | {
      readonly type: 'tool_result';
      readonly tool: string;
      readonly text: string;
      readonly exit?: number;
      readonly is_error?: boolean;
    }
  | { readonly type: 'tracked_file'; readonly path: string; readonly text: string };

/** One story a line, or a list of them. */
export function storiesIn(text: string): readonly LaunderingStory[] {
  const trimmed = text.trim();
  if (trimmed.startsWith('[')) return JSON.parse(trimmed) as readonly LaunderingStory[];
  return trimmed.split('\n').map((line) => JSON.parse(line) as LaunderingStory);
}
