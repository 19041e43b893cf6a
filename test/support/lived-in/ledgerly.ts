/** Seven weeks on an invoicing app: TypeScript, Fastify, Postgres, Stripe. */
import { bash, edit, failed, type LivedSession, read } from './session.ts';

const project = 'ledgerly';

export const LEDGERLY: readonly LivedSession[] = [
  {
    project,
    daysAgo: 46,
    time: '08:12',
    turns: [
      {
        user: 'I prefer pnpm over npm in all my projects. Set up the repo with Fastify and a health route.',
        calls: [
          bash(
            'pnpm add fastify @fastify/sensible',
            'dependencies:\n+ fastify 5.6.1\n+ @fastify/sensible 6.0.3\nDone in 3.1s',
          ),
          {
            tool: 'Write',
            input: {
              file_path: 'src/server.ts',
              content:
                "import Fastify from 'fastify';\n\nexport function buildServer() {\n  return Fastify({ logger: true });\n}\n",
            },
            output: 'File created: src/server.ts',
          },
        ],
        answer: 'Fastify runs on port 4310, `GET /health` answers `{ ok: true }`. Everything is installed with pnpm.',
      },
      {
        user: 'Remember that amounts are stored as integer cents, never as floats.',
        answer: 'Noted: money is an integer number of cents everywhere, and formatting happens only at the edge.',
      },
    ],
  },
  {
    project,
    daysAgo: 39,
    time: '13:40',
    turns: [
      {
        user: 'Which queue should we use for sending the invoices? Redis is one more thing to run.',
        answer:
          'Two good options:\n\nA: BullMQ on Redis, mature, one more service.\nB: pg-boss, jobs live in the Postgres you already run.',
      },
      {
        user: 'We decided to use pg-boss for the job queue, Redis is one more thing to run. Install it.',
        calls: [bash('pnpm add pg-boss', 'dependencies:\n+ pg-boss 11.0.4\nDone in 2.2s')],
        answer: 'pg-boss 11 is in, jobs live in the `pgboss` schema next to the app tables.',
      },
      {
        user: 'Next step: send a reminder seven days before an invoice is due.',
        answer: 'I will add it as a scheduled job once the invoice template is final.',
      },
    ],
  },
  {
    project,
    daysAgo: 31,
    time: '09:05',
    turns: [
      {
        user: 'The VAT of the Dutch test customer is wrong, have a look.',
        calls: [
          read('src/tax/rates.ts', 'export const RATES = { DE: 19, FR: 20, NL: 19 } as const;'),
          edit('src/tax/rates.ts', 'NL: 19', 'NL: 21'),
          bash('pnpm test tax', ' Test Files  3 passed (3)\n      Tests  41 passed (41)'),
        ],
        answer: 'The Netherlands had 19 % in `src/tax/rates.ts`; it is 21 % now, and the tax tests pass.',
      },
      {
        user: 'No, do not round per line. VAT is rounded once per invoice, on the total.',
        calls: [edit('src/tax/vat.ts', 'lines.map(roundedVat)', 'roundedVat(sum(lines))')],
        answer: 'Understood: VAT is summed unrounded and rounded once, on the invoice total.',
      },
    ],
  },
  {
    project,
    daysAgo: 24,
    time: '15:22',
    turns: [
      {
        user: 'Stripe webhooks fail on staging, can you find out why?',
        calls: [
          failed('pnpm test webhooks', 'Error: No signatures found matching the expected signature for payload'),
          read(
            'src/webhooks/stripe.ts',
            'app.post("/webhooks/stripe", async (request) => verify(JSON.stringify(request.body)))',
          ),
          edit('src/webhooks/stripe.ts', 'JSON.stringify(request.body)', 'request.rawBody'),
          bash('pnpm test webhooks', ' Test Files  1 passed (1)\n      Tests  9 passed (9)'),
        ],
        answer:
          'The signature was checked against re-serialised JSON. It has to be the raw body, so the route reads `request.rawBody` now and all nine webhook tests pass.',
      },
      {
        user: 'Remember: webhook handlers must be idempotent, Stripe delivers events more than once.',
        answer: 'Noted. Each handler looks up the event id first and returns early when it has seen it.',
      },
      {
        user: "Don't forget to rotate the webhook secret after the staging test.",
        answer: 'I will remind you of it before the next deploy.',
      },
    ],
  },
  {
    project,
    daysAgo: 16,
    time: '10:31',
    turns: [
      {
        user: 'I want short commit messages in the imperative, without a body unless the change is surprising.',
        answer: 'Will do: one imperative line, a body only where the change would surprise a reader.',
      },
      {
        user: 'Split the invoice module: numbering should be on its own.',
        calls: [
          read(
            'src/invoices/invoice.ts',
            'export const numberOf = (year: number, next: number) => [year, next].join("-");',
          ),
          {
            tool: 'Write',
            input: {
              file_path: 'src/invoices/numbering.ts',
              content: 'export const numberOf = (year: number, next: number) => [year, next].join("-");\n',
            },
            output: 'File created: src/invoices/numbering.ts',
          },
          bash(
            'git commit -am "Give invoice numbers a module of their own"',
            '[main 4c1d0aa] Give invoice numbers a module of their own\n 3 files changed',
          ),
        ],
        answer: 'Numbering lives in `src/invoices/numbering.ts`; the invoice module only asks it for the next number.',
      },
    ],
  },
  {
    project,
    daysAgo: 9,
    time: '07:55',
    turns: [
      {
        user: 'Actually invoice numbers restart every year and have five digits, like 2026-00042.',
        calls: [edit('src/invoices/numbering.ts', '[year, next]', "[year, String(next).padStart(5, '0')]")],
        answer: 'Changed: numbers restart each January and are padded to five digits.',
      },
      {
        user: 'Remind me: what did BullMQ have that made us hesitate about the queue?',
        answer:
          'It is mature, but it runs on Redis, one more service. pg-boss keeps its jobs in the Postgres you already run.',
      },
      {
        user: 'We deploy on Tuesdays and Thursdays before noon, never on Fridays.',
        answer: 'Noted: deploys on Tuesdays and Thursdays before noon.',
      },
    ],
  },
  {
    project,
    daysAgo: 2,
    time: '14:10',
    turns: [
      {
        user: 'What was it that broke the Stripe webhooks on staging, and do we handle an event twice?',
        calls: [
          {
            tool: 'Grep',
            input: { pattern: 'seenEvents', path: 'src' },
            output: 'src/webhooks/stripe.ts:12:  if (await seenEvents.has(event.id)) return;',
          },
        ],
        answer:
          'The signature was checked against re-serialised JSON instead of the raw body. Handlers are idempotent: what Stripe delivers more than once returns early in `src/webhooks/stripe.ts`.',
      },
      {
        user: 'Add the PDF export for credit notes. Next step: ask Ines to check the wording of the German template.',
        calls: [
          bash('pnpm add pdf-lib', 'dependencies:\n+ pdf-lib 1.17.1\nDone in 1.9s'),
          {
            tool: 'Write',
            input: { file_path: 'src/pdf/credit-note.ts', content: "import { PDFDocument } from 'pdf-lib';\n" },
            output: 'File created: src/pdf/credit-note.ts',
          },
        ],
        answer: 'Credit notes export as PDF with `pdf-lib`. The German wording is a draft until Ines has seen it.',
      },
    ],
  },
  {
    project,
    daysAgo: 0,
    turns: [
      {
        user: 'Which VAT rate did the Dutch test customer have before we fixed it, and is VAT rounded per line?',
        calls: [read('src/tax/vat.ts', 'export const vat = (lines: Line[]) => roundedVat(sum(lines));')],
        answer:
          'Once per invoice, on the total: `vat` in `src/tax/vat.ts` sums the lines unrounded and rounds the sum.',
      },
      {
        user: 'Good. Remember that the accountant wants the monthly report as CSV with semicolons.',
        calls: [edit('src/reports/monthly.ts', "separator = ','", "separator = ';'")],
        answer: 'The monthly report is a CSV with semicolons now, and I have noted why.',
      },
      {
        user: 'I prefer test names that read as a sentence. Rename those of the numbering, and look at how invoice numbers restart.',
        calls: [
          read('src/invoices/numbering.test.ts', "it('numbers 1', () => {"),
          edit(
            'src/invoices/numbering.test.ts',
            "it('numbers 1'",
            "it('gives the first invoice of a year number 00001'",
          ),
          bash('pnpm test invoices', ' Test Files  2 passed (2)\n      Tests  23 passed (23)'),
        ],
        answer: 'All 23 test names are sentences now. Numbers restart each January and are padded to five digits.',
      },
      {
        user: 'Next step: show overdue invoices on the start page, oldest first.',
        calls: [bash('pnpm add date-fns', 'dependencies:\n+ date-fns 4.1.0\nDone in 1.4s')],
        answer: 'I start with the query; `date-fns` counts the days an invoice is overdue.',
      },
    ],
  },
];
