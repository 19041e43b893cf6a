/** What a daemon stands on whether its memory is open or locked: none of it needs a key, and both states share it. */
import { BytesReader } from '../capture/bytes-reader.ts';
import { TranscriptCursors } from '../capture/cursors.ts';
import { ownTokenFiles } from '../capture/own-tokens.ts';
import { Quarantine } from '../capture/quarantine.ts';
import { Cleaner } from '../capture/redaction-pool.ts';
import { CaptureTally } from '../capture/tally.ts';
import type { TranscriptState } from '../clients/claude-code/transcript-line.ts';
import { type Access, createAccess } from '../http/access.ts';
import { type BrowserSessions, createBrowserSessions } from '../http/browser-sessions.ts';
import { createAppReader } from '../platform/apps.ts';
import type { Clock } from '../platform/clock.ts';
import type { Config } from '../platform/config.ts';
import { createHookTokenReader } from '../platform/hook-tokens.ts';
import { type LogFile, openLog } from '../platform/log.ts';
import { createNamedTokenReader } from '../platform/named-tokens.ts';
import type { HomePaths } from '../platform/paths.ts';
import { hidePrivate } from '../redaction/private-text.ts';
import type { HomeSecrets } from './home.ts';

export interface Foundation {
  readonly paths: HomePaths;
  readonly config: Config;
  readonly secrets: HomeSecrets;
  readonly clock: Clock;
  readonly access: Access;
  readonly sessions: BrowserSessions;
  readonly reader: BytesReader;
  readonly quarantine: Quarantine;
  readonly cleaner: Cleaner;
  readonly log: LogFile;
  readonly cursors: TranscriptCursors<TranscriptState>;
  readonly tally: CaptureTally;
}

export function layFoundation(
  given: Pick<Foundation, 'paths' | 'config' | 'secrets' | 'clock'>,
  captureWorker: string,
): Foundation {
  const { paths, config, secrets, clock } = given;
  const quarantine = new Quarantine({
    path: paths.quarantine,
    key: secrets.redactionKey,
    clock,
    onAdded: ({ way, id, bytes, reason }) => log.error('input-quarantined', { way, id, bytes, reason }),
  });
  const reader = new BytesReader({
    redaction: {
      key: secrets.redactionKey,
      hex: config['redaction.hex'],
      patterns: config['redaction.patterns'],
      allow: config['redaction.allow'],
      ownTokens: ownTokenFiles(paths),
    },
    workerEntry: captureWorker,
    quarantine,
  });
  const cleaner = new Cleaner(reader);
  const log = openLog({ folder: paths.logs, clock, redact: (text) => cleaner.text(hidePrivate(text)) });
  return {
    ...given,
    access: createAccess({
      ownerToken: secrets.token,
      hookTokens: createHookTokenReader(paths.hookTokens),
      namedTokens: createNamedTokenReader(paths.tokens),
      apps: createAppReader(paths.apps, clock),
    }),
    sessions: createBrowserSessions({ path: paths.browserSessions, clock, log }),
    reader,
    quarantine,
    cleaner,
    log,
    cursors: new TranscriptCursors(paths.cursors),
    tally: new CaptureTally(),
  };
}
