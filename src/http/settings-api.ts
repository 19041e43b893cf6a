/**
 * The settings that may be read and changed through HTTP: what agents are given, how long text is kept, and whether a model
 * is asked. The list is closed. Where text goes and with which key (an address, a provider, a file) is never among them:
 * whoever could change that could have everything sent to himself (SRV-17).
 */
import type { Config } from '../platform/config.ts';

export type OpenSettings = Pick<
  Config,
  | 'injection.enabled'
  | 'injection.prompts'
  | 'injection.sensitive'
  | 'retention.days'
  | 'retention.spaces'
  | 'curator.modelCalls'
  | 'backups.megabytes'
>;

/** Those that are to change; the others stay. */
export type SettingsChange = { readonly [Key in keyof OpenSettings]?: OpenSettings[Key] | undefined };

/** What is said of a model: never its key (SRV-18). */
export interface ModelUse {
  readonly provider: string;
  /** Who else gets to read what it is asked; null when that stays on this machine. */
  readonly recipient: string | null;
  readonly key: { readonly set: boolean };
}

export interface SettingsReport {
  readonly settings: OpenSettings;
  readonly curator: ModelUse;
  readonly embeddings: ModelUse;
}

export interface SettingsApi {
  read(): SettingsReport;
  /** They hold at once. Returns what they were. */
  change(changes: SettingsChange): Partial<OpenSettings>;
}
