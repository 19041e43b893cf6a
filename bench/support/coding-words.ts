/**
 * What developers and agents talk about, commonest first in each list, and names of code made from it. Drawn by rank with
 * Zipf's frequencies: a few words are everywhere, most are rare.
 */
const list = (text: string): readonly string[] => text.trim().split(/\s+/);

export const NOUNS = list(`
file test error function type line code value list name path request response module class field user data result
change branch commit server client table query index cache token session key config option default version build
package import export string number object array map set loop call caller argument parameter return promise thread
process worker job queue event handler listener hook route endpoint header body payload schema model view page form
button label column row record entry order invoice payment customer account address email message notification report
dashboard chart filter search sort cursor page limit offset total count sum amount price currency rate tax discount
date time zone clock timestamp deadline schedule timer retry backoff timeout delay latency throughput memory disk
socket port host network proxy gateway load balancer container image cluster node pod volume secret certificate
permission role policy scope owner group team project workspace folder directory archive backup snapshot migration
release deploy rollback pipeline stage environment staging production sandbox flag feature toggle metric trace span
log level warning exception stack frame crash leak race lock mutex transaction constraint trigger replica shard
partition stream buffer chunk batch window frame pixel color font theme layout grid margin icon menu dialog tooltip
keyboard mouse screen camera sensor device driver kernel firmware battery printer scanner barcode warehouse shelf
parcel courier truck delivery invoice receipt refund coupon voucher gift subscription plan trial seat licence contract
lawyer auditor accountant bank branch ledger balance statement salary holiday meeting room floor building office lunch
coffee train flight hotel ticket visitor badge garden kitchen window door roof battery ladder bicycle museum library
hospital doctor nurse patient school teacher student course lesson exam grade recipe salad soup bread cheese apple
river forest mountain island beach storm weather winter summer morning evening weekend birthday wedding concert guitar
piano violin theatre novel poem painter sculpture camera lens tripod`);

export const VERBS = list(`
use add run fix change check make read write return call set get update remove test build move rename find look show
keep need handle throw catch load save parse render send receive fetch store delete create open close start stop wait
retry skip ignore replace wrap split merge join sort filter map count sum compare match validate reject accept allow
deny log print trace measure profile cache flush drain lock unlock acquire release mount unmount copy paste drag drop
click scroll type press select highlight collapse expand schedule cancel postpone confirm approve review reply forward
subscribe publish deploy revert upgrade downgrade install uninstall configure enable disable rotate encrypt decrypt
sign verify compress extract upload download import export migrate seed truncate vacuum index shard replicate promote
demote throttle debounce poll probe ping trigger dispatch emit listen observe mock stub assert freeze thaw clone`);

export const ADJECTIVES = list(`
new old same empty missing wrong right first last next whole single small large long short slow fast stale fresh
public private internal external optional required nullable unused duplicate nested flat sorted random stable flaky
broken valid invalid expired pending active idle busy safe unsafe strict loose lazy eager async sync remote local
global static dynamic generic abstract concrete shared exclusive temporary permanent hidden visible dirty clean raw
cooked quiet loud cheap expensive simple complex obvious subtle rare common weekly monthly nightly annual foreign
domestic blue green red yellow grey wooden plastic metal heavy light warm cold wet dry sweet sour bitter`);

export const TOOLS = list(`
npm git node docker postgres redis vitest typescript eslint react webpack python pytest kubernetes nginx terraform aws
graphql sqlite prisma vite tailwind jest playwright kafka grafana prometheus elasticsearch rabbitmq mongodb ansible
helm cypress storybook rollup babel gradle maven cargo clippy poetry django flask fastapi celery sidekiq rails laravel
symfony dotnet nuget swift xcode cocoapods fastlane flutter dart kotlin scala spark airflow dbt snowflake bigquery
clickhouse cassandra memcached varnish haproxy envoy istio consul vault nomad jenkins circleci buildkite sentry
datadog newrelic splunk okta auth0 stripe paypal twilio sendgrid mailgun shopify wordpress drupal strapi directus`);

const PARTS = list(`
user order invoice payment cart session token cache query report export import upload search filter audit webhook mail
queue job worker batch index schema config router handler parser builder reader writer loader client server store
model view form table chart grid menu modal toast theme locale date time money price tax stock parcel route driver
map geo photo video audio note task plan seat team role rule flag metric trace span alert backup sync diff patch merge`);
const SUFFIXES = list(`
Service Handler Client Store Error Options State Result Factory Builder Reader Writer Queue Cache Index Map List Id
Count Key Path Name Config Status Event Hook Provider Context Adapter Mapper Guard Policy Table Row Cell View Page`);

/** Made-up names of code: every pair of parts with a suffix, the same in every run, in no order of meaning. */
export function identifier(rank: number): string {
  const first = PARTS[(rank * 7) % PARTS.length] ?? '';
  const second = PARTS[(rank * 31 + Math.floor(rank / PARTS.length)) % PARTS.length] ?? '';
  const suffix = SUFFIXES[Math.floor(rank / 3) % SUFFIXES.length] ?? '';
  if (rank % 4 === 0) return `${first}_${second}_${suffix.toLowerCase()}`;
  return `${first}${second.charAt(0).toUpperCase()}${second.slice(1)}${suffix}`;
}
