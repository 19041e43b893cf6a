/** How a session of the lived-in home is written down. */
export interface LivedCall {
  readonly tool: 'Bash' | 'Read' | 'Edit' | 'Write' | 'Grep' | 'WebFetch';
  readonly input: Readonly<Record<string, string>>;
  readonly output?: string;
  /** Instead of an output. */
  readonly error?: string;
}

export interface LivedTurn {
  readonly user: string;
  readonly calls?: readonly LivedCall[];
  readonly answer: string;
}

export interface LivedSession {
  readonly project: string;
  readonly daysAgo: number;
  /** `HH:MM`, UTC; absent for one that is under way. */
  readonly time?: string;
  readonly turns: readonly LivedTurn[];
}

export const bash = (command: string, output: string): LivedCall => ({ tool: 'Bash', input: { command }, output });
export const failed = (command: string, error: string): LivedCall => ({ tool: 'Bash', input: { command }, error });
export const read = (path: string, output: string): LivedCall => ({ tool: 'Read', input: { file_path: path }, output });
export const edit = (path: string, before: string, after: string): LivedCall => ({
  tool: 'Edit',
  input: { file_path: path, old_string: before, new_string: after },
  output: `The file ${path} has been updated.`,
});
