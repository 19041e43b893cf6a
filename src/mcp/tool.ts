/** A tool as this server offers it: a fixed definition, and a function from whatever a model sent to plain text. */

export interface MemoryTool {
  readonly definition: {
    readonly name: string;
    readonly description: string;
    /** A JSON schema. */
    readonly inputSchema: { readonly type: 'object'; readonly properties: { readonly [name: string]: object } };
    readonly annotations: typeof READ_ONLY;
    readonly _meta: typeof ALWAYS_LOADED;
  };
  /** Other names it answers to, not listed. */
  readonly aliases: readonly string[];
  /** Throws a CarryoverError with a hint when the arguments do not fit. */
  run(input: ToolInput): Promise<string>;
}

export type ToolInput = { readonly [name: string]: unknown };

/** Offered from the first turn; otherwise Claude Code shows the model only the name. */
export const ALWAYS_LOADED = { 'anthropic/alwaysLoad': true } as const;
export const READ_ONLY = { readOnlyHint: true } as const;
