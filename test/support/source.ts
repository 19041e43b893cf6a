/**
 * What the architecture rules look at in one source file. Parsed, not matched line by line: a banned call in a comment
 * or a string is no call, and an import over five lines is an import.
 */
import { parseSync, Visitor } from 'rolldown/utils';

interface Spot {
  readonly name: string;
  readonly line: number;
}

interface Import {
  readonly specifier: string;
  readonly line: number;
  /** Erased when it is compiled. */
  readonly typeOnly: boolean;
}

export interface Source {
  /** From the repository's root, with forward slashes. */
  readonly path: string;
  readonly lineCount: number;
  readonly hasHeader: boolean;
  /** Static, dynamic, type-only, re-exported and required alike. */
  readonly imports: readonly Import[];
  /** Calls and reads that rules are about: `console.log`, `Date.now`, `new Date()`, `writeFile`, … */
  readonly uses: readonly Spot[];
  readonly exports: readonly Spot[];
}

export const DEFAULT_EXPORT = 'default';
/** In place of a specifier that is not written out. */
export const COMPUTED = '(computed)';

/** A string, or a template in which nothing is computed: a bundler writes either. */
function writtenOut(source: object): string | undefined {
  if ('value' in source && typeof source.value === 'string') return source.value;
  const quasis = 'quasis' in source && Array.isArray(source.quasis) ? source.quasis : [];
  return quasis.length === 1 ? String(quasis[0].value.cooked) : undefined;
}

export function parseSource(path: string, text: string): Source {
  const { program, comments, errors } = parseSync(path, text);
  if (errors[0] !== undefined) throw new Error(`${path}: ${errors[0].message}`);
  const lineStarts = [0, ...[...text.matchAll(/\n/g)].map((match) => match.index + 1)];
  const lineAt = (offset: number): number => lineStarts.findLastIndex((start) => start <= offset) + 1;
  const imports: Import[] = [];
  const uses: Spot[] = [];
  const exports: Spot[] = [];

  const importOf = (
    node: { readonly start: number },
    source: object | null,
    kind: 'type' | 'value' = 'value',
  ): void => {
    if (source === null) return;
    imports.push({ specifier: writtenOut(source) ?? COMPUTED, line: lineAt(node.start), typeOnly: kind === 'type' });
  };
  const use = (name: string, node: { readonly start: number }): void => {
    uses.push({ name, line: lineAt(node.start) });
  };
  const exported = (name: string, node: { readonly start: number }): void => {
    exports.push({ name, line: lineAt(node.start) });
  };

  new Visitor({
    ImportDeclaration: (node) => {
      importOf(node, node.source, node.importKind);
      for (const specifier of node.specifiers)
        if (specifier.type === 'ImportSpecifier') use(nameOf(specifier.imported), specifier);
    },
    ImportExpression: (node) => importOf(node, node.source),
    TSImportType: (node) => importOf(node, node.source, 'type'),
    ExportAllDeclaration: (node) => importOf(node, node.source, node.exportKind),
    ExportNamedDeclaration: (node) => {
      importOf(node, node.source, node.exportKind);
      for (const specifier of node.specifiers) exported(nameOf(specifier.exported), specifier);
      const { declaration } = node;
      if (declaration === null) return;
      if (declaration.type === 'VariableDeclaration')
        for (const { id } of declaration.declarations) exported(nameOf(id), node);
      else if ('id' in declaration && declaration.id !== null) exported(nameOf(declaration.id), node);
    },
    ExportDefaultDeclaration: (node) => exported(DEFAULT_EXPORT, node),
    CallExpression: (node) => {
      if (nameOf(node.callee) === 'require') importOf(node, node.arguments[0] ?? null);
      if (nameOf(node.callee) === 'Date') use('Date()', node);
    },
    NewExpression: (node) => {
      if (nameOf(node.callee) === 'Date' && node.arguments.length === 0) use('new Date()', node);
    },
    MemberExpression: (node) => use(`${nameOf(node.object)}.${nameOf(node.property)}`, node),
  }).visit(program);

  const first = comments[0];
  return {
    path,
    lineCount: text.split('\n').length - 1,
    hasHeader: first !== undefined && first.start < (program.body[0]?.start ?? 0),
    imports,
    uses,
    exports,
  };
}

/** The name of an identifier or of a quoted one; anything longer is of no interest here. */
function nameOf(node: object): string {
  if ('name' in node && typeof node.name === 'string') return node.name;
  return 'value' in node && typeof node.value === 'string' ? node.value : '…';
}
