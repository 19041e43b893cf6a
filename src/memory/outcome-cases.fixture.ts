/**
 * Turns as coding agents have them, each with an item that was given to it and what became of the item, as a person sees
 * it. Written before the code that judges them, but for the last few.
 */
import type { Outcome } from './outcome.ts';

export interface OutcomeCase {
  readonly item: string;
  readonly prompt: string;
  readonly answer: string;
  /** `$ command`, or `Tool: input`. */
  readonly calls?: readonly string[];
  readonly is: Outcome;
}

export const DEVELOPED: readonly OutcomeCase[] = [
  // What was given is in what was said or done.
  {
    item: 'The API runs on port 4000.',
    prompt: 'check that the api is up',
    answer: 'It answers with 200.',
    calls: ['$ curl -s localhost:4000/health'],
    is: 'used',
  },
  {
    item: 'Use pnpm, never npm, in this repository.',
    prompt: 'add zod to the project',
    answer: 'Done, zod is a dependency now.',
    calls: ['$ pnpm add zod'],
    is: 'used',
  },
  {
    item: 'The staging database is called orders_stage and lives on db2.internal.',
    prompt: 'how many orders came in on staging yesterday?',
    answer: 'There were 1,204.',
    calls: ['$ psql -h db2.internal orders_stage -c "select count(*) from orders"'],
    is: 'used',
  },
  {
    item: 'Deploys go out with `make ship`, which asks for the release name.',
    prompt: 'deploy this please',
    answer: 'I started the deploy; it wants to know how the release is called.',
    calls: ['$ make ship'],
    is: 'used',
  },
  {
    item: 'Flaky test: checkout.spec.ts fails when the fixture clock is not frozen.',
    prompt: 'CI is red again, can you look?',
    answer: 'checkout.spec.ts fails because nobody freezes the fixture clock. I froze it in beforeEach.',
    calls: ['Edit: e2e/checkout.spec.ts\n+ beforeEach(() => freezeClock())'],
    is: 'used',
  },
  {
    item: 'The user prefers tabs over spaces for indentation.',
    prompt: 'set up prettier for the new package',
    answer: 'Prettier is set up with tabs for indentation, as you prefer.',
    calls: ['Write: packages/ui/.prettierrc\n{"useTabs": true}'],
    is: 'used',
  },
  {
    item: 'parseInvoice() throws on negative totals; use parseInvoiceLenient() for imports.',
    prompt: 'the import of the March file crashes',
    answer: 'I switched the importer to the lenient parser.',
    calls: ['Edit: src/import/march.ts\n- parseInvoice(row)\n+ parseInvoiceLenient(row)'],
    is: 'used',
  },
  {
    item: 'Remember to regenerate the GraphQL types with yarn codegen after schema changes.',
    prompt: 'add a nickname field to User',
    answer: 'Added the field to the schema and regenerated the types.',
    calls: ['Edit: schema.graphql\n+ nickname: String', '$ yarn codegen'],
    is: 'used',
  },
  {
    item: 'Customer names must be stored in NFC, otherwise the search misses accents.',
    prompt: 'why does searching for José find nothing?',
    answer:
      'The customer names were stored in NFD. They have to be NFC, or the search misses accents; I normalise them now.',
    is: 'used',
  },
  {
    item: 'The retry limit for the payment webhook is 5, set in config/webhooks.yml.',
    prompt: 'webhooks keep retrying, where do I change how often?',
    answer: 'The retry limit is in config/webhooks.yml; it is 5 at the moment.',
    is: 'used',
  },
  {
    item: 'Answer in short bullet points, no long prose.',
    prompt: 'what does this module do?',
    answer: '- reads the queue\n- writes invoices\n\nKept to short bullet points.',
    is: 'used',
  },
  {
    item: 'Error ECONNRESET from redis means the stunnel container is down: docker compose restart stunnel.',
    prompt: 'redis gives me ECONNRESET',
    answer: 'The stunnel container was down; it runs again and redis answers.',
    calls: ['$ docker compose restart stunnel'],
    is: 'used',
  },
  {
    item: 'We decided to use event sourcing for the ledger, because auditors need history.',
    prompt: 'how should I store ledger corrections?',
    answer: 'As new events: the ledger uses event sourcing so that auditors keep the history. Never change a row.',
    is: 'used',
  },
  {
    item: 'The Kubernetes namespace for previews is pr-<number>.',
    prompt: 'show me the logs of the preview for PR 812',
    answer: 'Here are the last lines.',
    calls: ['$ kubectl -n pr-812 logs deploy/web --tail=50'],
    is: 'used',
  },
  {
    item: 'Never commit to main; open a branch named feature/<ticket>.',
    prompt: 'commit this for SHOP-31',
    answer: 'Committed on feature/SHOP-31.',
    calls: ['$ git switch -c feature/SHOP-31 && git commit -am "Add the voucher field"'],
    is: 'used',
  },
  {
    item: 'The build needs Node 22; on 20 the sqlite binding does not compile.',
    prompt: 'npm install fails with a gyp error',
    answer: 'You are on Node 20. The sqlite binding only compiles on 22, so I switched with nvm.',
    calls: ['$ nvm use 22 && npm install'],
    is: 'used',
  },
  {
    item: 'Feature flags live in src/flags/registry.ts.',
    prompt: 'put the new header behind a flag',
    answer: 'The header is behind `newHeader` now.',
    calls: ['Edit: src/flags/registry.ts\n+ newHeader: false,'],
    is: 'used',
  },
  {
    item: 'Il fuso orario del cliente è Europe/Rome.',
    prompt: 'schedule the report for nine in the morning for the client',
    answer: 'Scheduled for 9:00 Europe/Rome.',
    is: 'used',
  },
  // Nothing of it is in what was said or done.
  {
    item: 'The API runs on port 4000.',
    prompt: 'rename the function getUser to fetchUser',
    answer: 'Renamed in 7 files, tests pass.',
    calls: ['$ rg -l getUser src'],
    is: 'ignored',
  },
  {
    item: 'The user prefers dark mode in every editor.',
    prompt: 'write a unit test for the editor toolbar',
    answer: 'I wrote three tests for the toolbar; all pass.',
    calls: ['$ npx vitest run toolbar'],
    is: 'ignored',
  },
  {
    item: 'The staging database is called orders_stage and lives on db2.internal.',
    prompt: 'explain what a left join does on our orders table',
    answer: 'A left join keeps every order, also those without a customer.',
    is: 'ignored',
  },
  {
    item: 'Use pnpm, never npm, in this repository.',
    prompt: 'what is the difference between a type and an interface?',
    answer: 'Interfaces can be merged, types cannot.',
    is: 'ignored',
  },
  {
    item: 'Deploys go out with `make ship`, which asks for the release name.',
    prompt: 'why is the deploy script so slow?',
    answer: 'Most of the time goes into uploading source maps. Compress them first.',
    calls: ['Read: scripts/deploy.sh'],
    is: 'ignored',
  },
  {
    item: 'The retry limit for the payment webhook is 5, set in config/webhooks.yml.',
    prompt: 'add a column for the payment method',
    answer: 'Added `method` to payments with a migration, 5 tests pass.',
    calls: ['Write: db/migrations/0041_payment_method.sql\nALTER TABLE payments ADD method text'],
    is: 'ignored',
  },
  {
    item: 'We decided to use event sourcing for the ledger, because auditors need history.',
    prompt: 'show me the git history of the ledger module',
    answer: 'Here are the last ten commits.',
    calls: ['$ git log --oneline -10 src/ledger'],
    is: 'ignored',
  },
  {
    item: 'Flaky test: checkout.spec.ts fails when the fixture clock is not frozen.',
    prompt: 'add a test that a voucher lowers the total',
    answer: 'Added to voucher.spec.ts; it passes.',
    calls: ['$ npx playwright test voucher.spec.ts'],
    is: 'ignored',
  },
  {
    item: 'The Kubernetes namespace for previews is pr-<number>.',
    prompt: 'bump the chart version',
    answer: 'The chart is at 1.4.2 now.',
    calls: ['Edit: chart/Chart.yaml\n- version: 1.4.1\n+ version: 1.4.2'],
    is: 'ignored',
  },
  {
    item: 'Feature flags live in src/flags/registry.ts.',
    prompt: 'what does the feature branch change?',
    answer: 'It adds a header and removes the old footer.',
    calls: ['$ git diff --stat main'],
    is: 'ignored',
  },
  {
    item: 'The build needs Node 22; on 20 the sqlite binding does not compile.',
    prompt: 'build the docs',
    answer: 'The docs are built into site/.',
    calls: ['$ mkdocs build'],
    is: 'ignored',
  },
  {
    item: 'Lisa is on holiday until the end of November; ask Tom about billing.',
    prompt: 'refactor the billing report into smaller functions',
    answer: 'Split into five functions, no change in behaviour.',
    is: 'ignored',
  },
  {
    item: 'parseInvoice() throws on negative totals; use parseInvoiceLenient() for imports.',
    prompt: 'add a total to the invoice page',
    answer: 'The page shows the total at the bottom.',
    calls: ['Edit: app/invoice/page.tsx\n+ <Total value={invoice.total} />'],
    is: 'ignored',
  },
  {
    item: 'The user works in Oslo, time zone Europe/Oslo.',
    prompt: 'thanks, looks good',
    answer: 'Glad to hear it. Anything else?',
    is: 'ignored',
  },
  {
    item: 'Error ECONNRESET from redis means the stunnel container is down: docker compose restart stunnel.',
    prompt: 'how do I clear the redis cache?',
    answer: 'Run FLUSHDB on the cache database.',
    calls: ['$ redis-cli -n 2 FLUSHDB'],
    is: 'ignored',
  },
  {
    item: 'Customer names must be stored in NFC, otherwise the search misses accents.',
    prompt: 'speed up the customer search',
    answer: 'I added an index on lower(name); the search takes 4 ms now.',
    is: 'ignored',
  },
  // The turn says or does the opposite, or does it with something else.
  {
    item: 'Use pnpm, never npm, in this repository.',
    prompt: 'add lodash',
    answer: 'lodash is installed.',
    calls: ['$ npm install lodash'],
    is: 'ignored',
  },
  {
    item: 'The API runs on port 4000.',
    prompt: 'where does the api listen?',
    answer: 'The API runs on port 3000.',
    is: 'ignored',
  },
  {
    item: 'Never push directly to main.',
    prompt: 'publish the fix',
    answer: 'Pushed.',
    calls: ['$ git push origin main'],
    is: 'ignored',
  },
  {
    item: 'Tests run with vitest.',
    prompt: 'run the tests of the parser',
    answer: 'All 12 pass.',
    calls: ['$ npx jest src/parser'],
    is: 'ignored',
  },
  {
    item: 'Always format Python with black.',
    prompt: 'format the scripts folder',
    answer: 'Formatted 9 files.',
    calls: ['$ yapf -i -r scripts'],
    is: 'ignored',
  },
  {
    item: 'The staging database is called orders_stage.',
    prompt: 'which database does staging use?',
    answer: 'The staging database is called orders_qa.',
    is: 'ignored',
  },
  {
    item: 'Do not mock the database in integration tests.',
    prompt: 'write an integration test for refunds',
    answer: 'I mock the database in the integration test, so it runs fast.',
    calls: ['Write: test/refund.integration.ts\nvi.mock("../src/db")'],
    is: 'ignored',
  },
  {
    item: 'Install Python packages with uv.',
    prompt: 'we need httpx',
    answer: 'Installed httpx 0.27.',
    calls: ['$ source .venv/bin/activate && pip install httpx'],
    is: 'ignored',
  },
  {
    item: 'The default branch is called trunk.',
    prompt: 'what is our default branch again?',
    answer: 'The default branch is not called trunk any more.',
    is: 'ignored',
  },
  {
    item: 'Line width is 100 characters.',
    prompt: 'format src with prettier',
    answer: 'Formatted.',
    calls: ['$ prettier --write src --line-width 80'],
    is: 'ignored',
  },
  {
    item: 'Never delete migrations, even unused ones.',
    prompt: 'clean up the db folder',
    answer: 'I deleted 4 unused migrations.',
    is: 'ignored',
  },
  {
    item: 'The nightly job runs at 02:00.',
    prompt: 'when does the nightly job run?',
    answer: 'The nightly job runs at 04:30.',
    is: 'ignored',
  },
  // What looks like going against it and is not.
  {
    item: 'Never push directly to main.',
    prompt: 'get this reviewed',
    answer: 'I did not push to main; the branch is up for review.',
    calls: ['$ git push origin voucher-field'],
    is: 'used',
  },
  {
    item: 'Use pnpm in this repository.',
    prompt: 'which version of zod is the newest?',
    answer: 'zod 4.1.2 is the newest.',
    calls: ['$ npm view zod version'],
    is: 'ignored',
  },
  {
    item: 'The API runs on port 4000.',
    prompt: 'serve the coverage report',
    answer: 'It is at http://localhost:8080.',
    calls: ['$ python3 -m http.server --port 8080'],
    is: 'ignored',
  },
  {
    item: 'The default branch is called trunk.',
    prompt: 'why does CI look for that branch?',
    answer: 'If the default branch were not called trunk, the badge would break.',
    is: 'used',
  },
  {
    item: 'Old tests run with jest, new ones with vitest.',
    prompt: 'run the tests of the legacy folder',
    answer: 'All 40 pass.',
    calls: ['$ npx jest legacy'],
    is: 'used',
  },
  {
    item: 'Do not mock the database in integration tests.',
    prompt: 'write an integration test for refunds',
    answer: 'The integration test runs against a real Postgres; the database is not mocked.',
    calls: ['Write: test/refund.integration.ts\nconst db = await startPostgres();'],
    is: 'used',
  },
  {
    item: 'The nightly job runs at 02:00.',
    prompt: 'when does the weekly job run?',
    answer: 'The weekly job runs on Sundays at 05:00; the nightly one at 02:00.',
    is: 'used',
  },
];
