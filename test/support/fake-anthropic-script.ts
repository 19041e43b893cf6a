/**
 * What the scripted model answers, and when. Rules are tried in order; else the next of `turns`, which only requests
 * that carry tools may take, so that a client's side requests (titles, summaries) do not eat them; else `otherwise`.
 */
interface ToolUse {
  readonly name: string;
  readonly input?: object;
  readonly id?: string;
}

interface Answer {
  readonly text?: string | readonly string[];
  readonly thinking?: string;
  readonly toolUse?: ToolUse | readonly ToolUse[];
  readonly stopReason?: string;
  readonly usage?: { readonly [name: string]: number };
  readonly delayMs?: number;
  /** Pause between the parts of a streamed answer. */
  readonly chunkMs?: number;
  /** Instead of a message: this HTTP status, with `error` as its text. */
  readonly status?: number;
  readonly error?: string;
}

type Reply = Answer | ((seen: Seen) => Answer);

/** All of the texts named must occur; absent means any. */
interface Condition {
  readonly model?: string;
  readonly system?: string | readonly string[];
  /** The last user message. */
  readonly last?: string | readonly string[];
  /** The whole conversation. */
  readonly all?: string | readonly string[];
  readonly toolResult?: string | readonly string[];
  /** None of these, in the conversation or the system prompt. */
  readonly not?: string | readonly string[];
  readonly hasTools?: boolean;
}

interface Rule {
  readonly name: string;
  readonly when: Condition;
  /** One, or a queue whose last entry repeats. */
  readonly reply: Reply | readonly Reply[];
  readonly times?: number;
}

export interface Script {
  readonly rules?: readonly Rule[];
  readonly turns?: readonly Reply[];
  readonly otherwise?: Reply;
}

interface Block {
  readonly type: string;
  readonly text?: string;
  readonly content?: string | readonly Block[];
}
type Content = string | readonly Block[];

export interface MessagesRequest {
  readonly model?: string;
  readonly stream?: boolean;
  readonly system?: Content;
  readonly messages?: readonly { readonly role: string; readonly content: Content }[];
  readonly tools?: readonly { readonly name: string }[];
}

/** What a rule can look at and an answer can quote. */
interface Seen {
  readonly model: string;
  readonly system: string;
  readonly all: string;
  readonly last: string;
  readonly toolResult: string;
  readonly toolNames: readonly string[];
}

export interface Choice {
  readonly by: string;
  readonly answer: Answer;
  readonly seen: Seen;
}

export function makeScript(script: Script): (request: MessagesRequest) => Choice {
  const rules = (script.rules ?? []).map((rule) => ({
    ...rule,
    left: rule.times ?? Number.POSITIVE_INFINITY,
    queue: [...listOf(rule.reply)],
  }));
  const turns = [...(script.turns ?? [])];
  return (request) => {
    const seen = look(request);
    const choice = (by: string, reply: Reply): Choice => ({
      by,
      answer: typeof reply === 'function' ? reply(seen) : reply,
      seen,
    });
    for (const rule of rules) {
      if (rule.left <= 0 || !matches(rule.when, seen)) continue;
      const reply = rule.queue.length > 1 ? rule.queue.shift() : rule.queue[0];
      if (reply === undefined) continue;
      rule.left -= 1;
      return choice(rule.name, reply);
    }
    const turn = seen.toolNames.length > 0 ? turns.shift() : undefined;
    return turn === undefined ? choice('otherwise', script.otherwise ?? { text: 'OK.' }) : choice('turn', turn);
  };
}

function look(request: MessagesRequest): Seen {
  const messages = request.messages ?? [];
  const newest = messages.at(-1)?.content ?? '';
  const results = typeof newest === 'string' ? [] : newest.filter((block) => block.type === 'tool_result');
  return {
    model: request.model ?? '',
    system: plain(request.system ?? ''),
    all: messages.map((message) => plain(message.content)).join('\n'),
    last: plain(messages.findLast((message) => message.role === 'user')?.content ?? ''),
    toolResult: plain(results),
    toolNames: (request.tools ?? []).map((tool) => tool.name),
  };
}

export function plain(content: Content): string {
  if (typeof content === 'string') return content;
  return content.map((block) => block.text ?? plain(block.content ?? '')).join('\n');
}

function matches(when: Condition, seen: Seen): boolean {
  const holds = (text: string, needles: string | readonly string[] | undefined): boolean =>
    listOf(needles ?? []).every((needle) => text.includes(needle));
  return (
    holds(seen.model, when.model) &&
    holds(seen.system, when.system) &&
    holds(seen.last, when.last) &&
    holds(seen.all, when.all) &&
    holds(seen.toolResult, when.toolResult) &&
    !listOf(when.not ?? []).some((needle) => seen.all.includes(needle) || seen.system.includes(needle)) &&
    (when.hasTools === undefined || when.hasTools === seen.toolNames.length > 0)
  );
}

export function listOf<Item>(value: Item | readonly Item[]): readonly Item[] {
  return Array.isArray(value) ? value : [value as Item];
}
