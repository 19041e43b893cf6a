import type { ApiDependencies } from '../../../http/api.ts';
import type { SettingsReport } from '../../../http/settings-api.ts';
import type { ForgetReceipt } from '../../../memory/forgetting.ts';
import type { SpaceId } from '../../../memory/ids.ts';
import type { StatusReport } from '../../../memory/status.ts';
import type { ProtectedCopy } from '../../../privacy/backups/protected-copies.ts';
import type { NamedSpace } from '../../spaces.ts';

/** Everything the ledger shows. */
export interface LedgerView {
  readonly now: number;
  readonly status: StatusReport;
  readonly report: SettingsReport;
  readonly redactions: ReturnType<ApiDependencies['redactions']>;
  /** Newest first. */
  readonly receipts: readonly ForgetReceipt[];
  readonly spaces: readonly NamedSpace[];
  readonly own: readonly OwnRetention[];
  readonly apps: number;
  /** Copies that nothing but time and a person removes. */
  readonly copies: readonly ProtectedCopy[];
  /** Records that are past their time and not emptied yet. */
  readonly hidden: number;
}

/** How long one space keeps its text. */
export interface OwnRetention {
  /** As it stands in the configuration. */
  readonly entry: string;
  readonly space: SpaceId | undefined;
  readonly days: string;
}
