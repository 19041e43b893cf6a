/**
 * Words that developers use for one another: a prompt that says `db` may need what was said of the database. A group is a
 * neighbourhood, not a list of synonyms, so kindred words are weak evidence and never the only one. Pure.
 */
import { tokenise } from '../text/tokenise.ts';

const GROUPS = `
db database postgres postgresql mysql sqlite sql table column migration schema
prod production live
staging stage preprod
env environment
config configuration settings option configurable configure
repo repository
auth authentication login signin password credential secret token vault
docs documentation doc readme manual
dep dependency package library
ci pipeline
deploy ship release publish rollout upload deployment
remove delete drop erase purge
rename move address url slug link redirect
reboot restart reload
crash die killed kill oom exit
ram memory oom
cert certificate tls ssl https
ticket issue
colour color css style styling theme palette
test spec testing
money price amount cents fee refund currency cost bill invoice payment pay
time date timezone clock datetime timestamp utc day
log logging
mail email smtp newsletter
user customer client
backup save restore
validation validate form field input
icon image picture photo img
chart plot graph figure
nightly night cron schedule midnight daily
endpoint route api handler controller
container docker podman image
vm machine host server box node instance
cpu core thread parallel async concurrency
flaky flake retry retries rerun
performance speed benchmark slow fast measurement latency
translation locale language text english german french wording label
analytics tracking track event counter visit
branch preview
accessibility keyboard mouse
approve approval permission ask
lint linter format formatter
queue worker job
cache caching
id identifier key
folder directory path file
dns record domain
`;

const GROUPS_OF = new Map<string, number[]>();
GROUPS.trim()
  .split('\n')
  .forEach((group, number) => {
    for (const { term } of tokenise(group)) GROUPS_OF.set(term, [...(GROUPS_OF.get(term) ?? []), number]);
  });

const NONE: readonly number[] = [];

/** The groups that a word belongs to; mostly none. */
export function kindredGroups(term: string): readonly number[] {
  return GROUPS_OF.get(term) ?? NONE;
}
