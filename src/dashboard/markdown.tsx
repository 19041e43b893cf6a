/**
 * Stored Markdown as elements (SRV-13). Whoever wrote it decides on nothing but words and their form: HTML is shown as the
 * text it is, images are their words, a link leads only to the web or to a mailbox, and no text becomes an id. Headings
 * begin at the second level, below that of the page.
 *
 * Limits: what is nested deeper than anybody nests, or longer than any memory file, is shown as its source: parsing it would
 * hold up everything else.
 */
import type { Child } from 'hono/jsx';
import { fromMarkdown } from 'mdast-util-from-markdown';

type Tree = ReturnType<typeof fromMarkdown>;
type Node = Tree['children'][number];
type Addresses = ReadonlyMap<string, string>;

interface Place {
  readonly source: string;
  /** What links by name lead to. */
  readonly addresses: Addresses;
  readonly depth: number;
}

const MOST_DEPTH = 16;
/** A memory file has some 200 lines. The parser takes longer than in proportion to these, up to minutes. */
const MOST_CHARS = 40_000;
const MOST_EMPHASES = 1_000;
const EMPHASIS = /[*_]+/g;
const NESTED = /^[ \t]{40}|^[ \t]*(?:[-*+][ \t]+|>[ \t]*|\d{1,9}[.)][ \t]+){9}/m;
const SAFE_SCHEMES: ReadonlySet<string> = new Set(['http:', 'https:', 'mailto:']);
/** By the depth of the heading in the text. */
const HEADINGS = { 1: 'h2', 2: 'h3', 3: 'h4', 4: 'h5', 5: 'h6', 6: 'h6' } as const;

export function Markdown({ text }: { text: string }) {
  if (isBeyondReason(text)) return <pre class="sheet">{text}</pre>;
  const tree = fromMarkdown(text);
  return <div class="prose">{shown(tree.children, { source: text, addresses: addressesOf(tree), depth: 0 })}</div>;
}

function isBeyondReason(text: string): boolean {
  return text.length > MOST_CHARS || (text.match(EMPHASIS)?.length ?? 0) > MOST_EMPHASES || NESTED.test(text);
}

function shown(nodes: readonly Node[], place: Place): Child[] {
  return nodes.map((node) => element(node, place));
}

function element(node: Node, place: Place): Child {
  if (place.depth > MOST_DEPTH) return sourceOf(node, place);
  const inside = (): Child[] => ('children' in node ? shown(node.children, { ...place, depth: place.depth + 1 }) : []);
  switch (node.type) {
    case 'text':
    case 'html':
      return node.value;
    case 'paragraph':
      return <p>{inside()}</p>;
    case 'heading': {
      const Heading = HEADINGS[node.depth];
      return <Heading>{inside()}</Heading>;
    }
    case 'emphasis':
      return <em>{inside()}</em>;
    case 'strong':
      return <strong>{inside()}</strong>;
    case 'inlineCode':
      return <code>{node.value}</code>;
    case 'code':
      return (
        <pre>
          <code>{node.value}</code>
        </pre>
      );
    case 'blockquote':
      return <blockquote>{inside()}</blockquote>;
    case 'list':
      return node.ordered ? <ol start={node.start ?? 1}>{inside()}</ol> : <ul>{inside()}</ul>;
    case 'listItem':
      return <li>{itemOf(node, place)}</li>;
    case 'thematicBreak':
      return <hr />;
    case 'break':
      return <br />;
    case 'link':
      return <Link address={node.url}>{inside()}</Link>;
    case 'linkReference':
      return <Link address={place.addresses.get(node.identifier)}>{inside()}</Link>;
    case 'image':
    case 'imageReference':
      return <span class="faint">[image: {node.alt || 'without words'}]</span>;
    case 'definition':
      return null;
    default:
      return sourceOf(node, place);
  }
}

/** The one paragraph of a short item needs no element of its own. */
function itemOf(item: Node & { type: 'listItem' }, place: Place): Child[] {
  const deeper = { ...place, depth: place.depth + 1 };
  return item.children.flatMap((child) =>
    child.type === 'paragraph' && item.spread !== true ? shown(child.children, deeper) : element(child, deeper),
  );
}

function Link({ address, children }: { address: string | undefined; children?: Child }) {
  const url = address !== undefined && URL.canParse(address) ? new URL(address) : undefined;
  if (url === undefined || !SAFE_SCHEMES.has(url.protocol)) return <>{children}</>;
  return (
    <a href={url.href} target="_blank" rel="noopener noreferrer" title={url.href}>
      {children}
    </a>
  );
}

/** The first of a name counts. */
function addressesOf({ children }: Tree): Addresses {
  return new Map(
    children.toReversed().flatMap((node) => (node.type === 'definition' ? [[node.identifier, node.url]] : [])),
  );
}

function sourceOf({ position }: Node, { source }: Place): string {
  return source.slice(position?.start.offset ?? 0, position?.end.offset ?? 0);
}
