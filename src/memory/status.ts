/** What the daemon says about itself. Honest: whatever is stuck or was dropped is in here, with what to do about it. */
export interface StatusProblem {
  /** Stable, machine-readable, kebab-case. */
  readonly code: string;
  readonly message: string;
  readonly hint: string;
}

export interface StatusReport {
  readonly version: string;
  readonly pid: number;
  readonly port: number;
  readonly uptimeMs: number;
  /** `read-only`: nothing can be stored now. `degraded`: something needs a look, capture goes on. */
  readonly state: 'ok' | 'degraded' | 'read-only';
  readonly problems: readonly StatusProblem[];
  /** What waits for one word of the person. Nothing is wrong, so these leave `state` as it is. */
  readonly questions: readonly StatusProblem[];
  /** Of the databases; `holder` is who has the key, `converting` a change that was cut off. */
  readonly encryption: {
    readonly state: 'off' | 'on';
    readonly holder?: 'passphrase' | 'key-file' | 'keychain';
    readonly converting?: 'encrypt' | 'decrypt' | 'rekey';
  };
  /** Copies of the journal in the home. */
  readonly backups: { readonly copies: number; readonly bytes: number; readonly lastAt: number | null };
  /** What a person has agreed to, and what is done about what is old. */
  readonly privacy: {
    /** Whether agents are given anything, with prompts too, and sensitive things too. */
    readonly injection: boolean;
    readonly prompts: boolean;
    readonly sensitive: boolean;
    readonly modelCalls: boolean;
    /** Rows that are done while old ones are looked at with newer rules of redaction; null when none are. */
    readonly redacting: { readonly rows: number; readonly total: number } | null;
    /** How long records keep their text; `spaces` have a number of their own. */
    readonly retention: {
      readonly days: number | 'off';
      readonly spaces: number;
      readonly sweptAt: number | null;
      /** The last time there was something to empty, and how many records it was. */
      readonly emptiedAt: number | null;
      readonly emptied: number;
    };
  };
  readonly journal: {
    readonly sessions: number;
    readonly records: number;
    readonly turns: number;
    readonly spaces: number;
  };
  /** When the newest record happened; null when there is none. */
  readonly lastEventAt: number | null;
  readonly activeSessions: number;
  /** The longest time in the last hour in which the daemon's thread computed and served nobody; null for none above 100 ms. */
  readonly thread: {
    readonly longestMs: number;
    /** What it was doing, the likeliest first. */
    readonly during: readonly string[];
    readonly at: number;
    /** How many there were above 100 ms. */
    readonly times: number;
  } | null;
  readonly curator: {
    readonly provider: string;
    /** Empty for the rules, and for a provider's default. */
    readonly model: string;
    readonly profile: string;
    /** Why rules curate although a model was chosen. */
    readonly fallback: string | null;
    /** Since the daemon started. */
    readonly lastCuratedAt: number | null;
  };
  /** Turns no curator has read; `oldestMs` is the age of the oldest that waits. */
  readonly queue: { readonly waiting: number; readonly parked: number; readonly oldestMs: number | null };
  /** Of soul.md and os.md; null when nothing was deployed. */
  readonly release: string | null;
  readonly knowledge: {
    /** Those that hold. */
    readonly learnings: number;
    readonly learningsEver: number;
    /** Learnings that hold, and records. */
    readonly pinned: number;
    readonly sensitive: number;
    readonly pendingActions: number;
    readonly waitingReviews: number;
    readonly waitingQuestions: number;
    /** Things the curator said that were not taken. */
    readonly dropped: number;
  };
  /** What search finds; null when its index cannot be read now. */
  readonly recall: {
    readonly records: number;
    /** Records that are kept and not indexed yet. */
    readonly waiting: number;
    readonly facts: number;
    /** Of the index's file. */
    readonly bytes: number;
    /** Order by meaning, when a model was chosen for it. */
    readonly semantic?: {
      readonly state: string;
      readonly embedder: string;
      /** Whether text leaves this machine. */
      readonly remote: boolean;
      /** Asked of the model since the daemon started. */
      readonly requests: number;
      readonly tokens: number;
    };
  } | null;
  /** Items given with prompts in the last 30 days, and what became of those that are judged. */
  readonly injected: {
    readonly given: number;
    readonly used: number;
    readonly ignored: number;
  };
  /** What models cost in the last 24 hours, and the most they may. */
  readonly spend: { readonly dayUsd: number; readonly dailyUsd: number };
  /** Events that wait outside the journal; `oldestMs` is the age of the oldest. */
  readonly spool: { readonly files: number; readonly bytes: number; readonly oldestMs: number | null };
  /** Since the daemon started. */
  readonly capture: {
    readonly received: number;
    readonly stored: number;
    readonly duplicates: number;
    readonly redactions: number;
    readonly failedRedactions: number;
    /** Events refused: not understood, or over a limit. */
    readonly dropped: number;
    /** Events put into the spool because the journal did not take them in time. */
    readonly spooled: number;
    /** Prompts that went on without memory, because it was not found in time. */
    readonly late: number;
    readonly errors: number;
  };
}
