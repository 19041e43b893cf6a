/**
 * `POST /memory/import?restore&dry_run&workspace&from` (SRV-16): an export, line by line (`application/x-ndjson`, at most
 * 1 GB), read only as fast as it is stored. What was refused is told line by line; the rest is kept.
 */
import type { Hono } from 'hono';
import * as z from 'zod';
import { CarryoverError } from '../../memory/error.ts';
import type { ImportReport } from '../../privacy/import/import-report.ts';
import { answerJson } from '../answer.ts';
import type { ApiDependencies } from '../api.ts';
import { IMPORT_PATH, longBody } from '../long-body.ts';
import * as query from '../openapi/query.ts';
import { route } from '../openapi/route.ts';
import { exportLine } from '../openapi/schemas/export-line.ts';
import { importAnswer } from '../openapi/schemas/privacy.ts';
import type { HttpEnvironment } from '../request.ts';

const FROM_CHARS = 200;

const importQuery = z.object({
  restore: query.flag,
  dry_run: query.flag,
  workspace: z.string().optional().describe('where to put what the lines say of another project'),
  from: z.string().default('an import').describe('where the lines come from, in a few words'),
});

export function importRoute(app: Hono<HttpEnvironment>, { importer }: Pick<ApiDependencies, 'importer'>): void {
  route(
    app,
    {
      method: 'post',
      path: IMPORT_PATH,
      needs: 'import',
      onlyShows: ({ query: { dry_run } }) => dry_run,
      summary: 'Takes the lines of an export',
      tag: 'privacy',
      query: importQuery,
      rawBody: { contentType: 'application/x-ndjson', describe: 'an export, line by line', line: exportLine },
      answer: importAnswer,
    },
    async (context, { query: { restore, dry_run, workspace, from } }) => {
      const report = await importer.run(longBody(context.env.incoming), {
        mode: restore ? 'restore' : 'add',
        dryRun: dry_run,
        workspace,
        from: from.slice(0, FROM_CHARS),
      });
      refuseGarbage(report);
      return answerJson(200, importToWire(report));
    },
  );
}

/** A file of which no line is one of ours is a mistake, not an empty import. */
function refuseGarbage({ refused, refusals, added, known, passedOver, forgotten }: ImportReport): void {
  const taken = [added, known, passedOver].flatMap((counts) => Object.values(counts)).length + forgotten;
  const [first] = refusals;
  if (taken > 0 || first === undefined) return;
  throw new CarryoverError(`no line could be taken (${refused} refused): line ${first.line}: ${first.reason}`, {
    code: 'invalid-input',
    hint: 'send what `carryover export` or GET /memory/export wrote, one JSON object to a line',
  });
}

export type WireImport = ReturnType<typeof importToWire>;

function importToWire({ dryRun, passedOver, ...report }: ImportReport) {
  return { ...report, dry_run: dryRun, passed_over: passedOver };
}
