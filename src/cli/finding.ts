/** What one look of `doctor` found. A note is worth knowing; only `wrong` makes the exit code 1. */
export interface Finding {
  readonly result: 'ok' | 'note' | 'wrong';
  readonly message: string;
  readonly hint?: string;
}

export function ok(message: string): Finding {
  return { result: 'ok', message };
}
export function note(message: string, hint: string): Finding {
  return { result: 'note', message, hint };
}
export function wrong(message: string, hint: string): Finding {
  return { result: 'wrong', message, hint };
}
