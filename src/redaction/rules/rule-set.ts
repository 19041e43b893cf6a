/** The layers in the order of RED-4. Where two rules find the same place, the earlier one names it. */
import type { Rule } from '../finding.ts';
import { findAssignments } from './assignment.ts';
import { findAuthorization } from './authorization.ts';
import { findCommandLineSecrets } from './cli-flag.ts';
import { findCookies } from './cookie.ts';
import { findCredentialPairs } from './credential-pair.ts';
import { findKeyPieces } from './key-piece.ts';
import { findKubernetesSecrets } from './kubernetes-secret.ts';
import { findInLongRuns } from './long-run.ts';
import { findMarkedFormats } from './marked-format.ts';
import { findPhrases } from './phrase.ts';
import { findPrintedSecrets } from './printed-secret.ts';
import { findPrivateKeys } from './private-key.ts';
import { findSecretUrls } from './secret-url.ts';
import { findInTables } from './table.ts';
import { findUrlCredentials } from './url-credentials.ts';

/** Raised with every change that can alter a result: stored text is then swept again (RED-12). */
export const RULE_SET_VERSION = '2';

export const RULES: readonly Rule[] = [
  findPrivateKeys,
  findKeyPieces,
  findUrlCredentials,
  findAuthorization,
  findCookies,
  findSecretUrls,
  findInLongRuns,
  findMarkedFormats,
  findCommandLineSecrets,
  findCredentialPairs,
  findKubernetesSecrets,
  findPrintedSecrets,
  findPhrases,
  findInTables,
  findAssignments,
];
