/**
 * `POST /memory/import?restore&dry_run&workspace&from` (SRV-16): an export, line by line (`application/x-ndjson`, at most
 * 1 GB), read only as fast as it is stored. What was refused is told line by line; the rest is kept.
 */
import type { Hono } from 'hono';
import type { ImportReport } from '../../privacy/import/import-report.ts';
import { answerJson } from '../answer.ts';
import type { ApiDependencies } from '../api.ts';
import { IMPORT_PATH, longBody } from '../long-body.ts';
import type { HttpEnvironment } from '../request.ts';

const FROM_CHARS = 200;

export function importRoute(app: Hono<HttpEnvironment>, { importer }: Pick<ApiDependencies, 'importer'>): void {
  app.post(IMPORT_PATH, async (context) => {
    const { incoming } = context.env;
    const { restore, dry_run, workspace, from = 'an import' } = context.req.query();
    const report = await importer.run(longBody(incoming), {
      mode: restore === 'true' ? 'restore' : 'add',
      dryRun: dry_run === 'true',
      workspace,
      from: from.slice(0, FROM_CHARS),
    });
    return answerJson(200, importToWire(report));
  });
}

export type WireImport = ReturnType<typeof importToWire>;

function importToWire({ dryRun, passedOver, ...report }: ImportReport) {
  return { ...report, dry_run: dryRun, passed_over: passedOver };
}
