/**
 * Kinds of credentials, made at run time. A prefix is stored without what follows it, so no file holds a whole one.
 */
import { ALNUM, BASE32, BASE64, DIGITS, HEX, LOWER, type Random, UPPER, URL_SAFE } from './random.ts';

export interface SecretKind {
  readonly kind: string;
  /** As an environment variable would call it. */
  readonly name: string;
  /** Recognisable without its name. */
  readonly bare: boolean;
  /** The public beginning, which may survive. */
  readonly prefix: string;
  make(random: Random): string;
}

function row(
  kind: string,
  name: string,
  prefix: string,
  alphabet: string,
  length: number,
  bare = prefix.length > 0,
): SecretKind {
  return { kind, name, bare, prefix, make: (random) => prefix + random.chars(alphabet, length) };
}

function made(kind: string, name: string, bare: boolean, make: (random: Random) => string): SecretKind {
  return { kind, name, bare, prefix: '', make };
}

const WORDS =
  'anchor basil candle dragon ember forest glacier hollow island jungle kettle ladder magnet needle olive planet quartz ribbon silver timber umbrella velvet window yellow zephyr'.split(
    ' ',
  );
const SYMBOLS = '!#%^*@$&?';

function capital(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1);
}

function uuid(random: Random): string {
  return [8, 4, 4, 4, 12].map((length) => random.chars(HEX, length)).join('-');
}

export const PREFIXED_KINDS: readonly SecretKind[] = [
  row('github-app', 'GITHUB_APP_TOKEN', `gh${'s_'}`, ALNUM, 36),
  row('github-refresh', 'GITHUB_REFRESH_TOKEN', `gh${'r_'}`, ALNUM, 76),
  row('gitlab-deploy', 'GITLAB_DEPLOY_TOKEN', `gl${'dt-'}`, URL_SAFE, 20),
  row('gitlab-runner', 'RUNNER_TOKEN', `gl${'rt-'}`, URL_SAFE, 20),
  row('slack-app', 'SLACK_APP_TOKEN', `xapp${'-1-'}`, `${UPPER}${DIGITS}`, 60),
  row('stripe-restricted', 'STRIPE_RESTRICTED_KEY', `rk${'_live_'}`, ALNUM, 30),
  row('stripe-test', 'STRIPE_TEST_KEY', `sk${'_test_'}`, ALNUM, 24),
  row('aws-temporary-id', 'AWS_ACCESS_KEY_ID', `AS${'IA'}`, `${UPPER}${DIGITS}`, 16),
  row('rubygems', 'GEM_HOST_API_KEY', `ruby${'gems_'}`, HEX, 48),
  row('pypi', 'TWINE_PASSWORD', `pypi${'-AgEIcHlwaS5vcmc'}`, URL_SAFE, 120),
  row('square', 'SQUARE_ACCESS_TOKEN', `sq0${'atp-'}`, URL_SAFE, 22),
  row('shopify-private', 'SHOPIFY_PASSWORD', `shp${'pa_'}`, HEX, 32),
  row('new-relic', 'NEW_RELIC_API_KEY', `NR${'AK-'}`, `${UPPER}${DIGITS}`, 27),
  row('dynatrace', 'DT_API_TOKEN', `dt0${'c01.'}`, `${UPPER}${DIGITS}`, 90),
  row('figma', 'FIGMA_TOKEN', `fi${'gd_'}`, URL_SAFE, 40),
  row('contentful', 'CONTENTFUL_MANAGEMENT_TOKEN', `CFP${'AT-'}`, URL_SAFE, 43),
  row('planetscale-password', 'DATABASE_PASSWORD', `pscale${'_pw_'}`, URL_SAFE, 43),
  row('doppler', 'DOPPLER_TOKEN', `dp${'.pt.'}`, ALNUM, 43),
  row('pulumi', 'PULUMI_ACCESS_TOKEN', `pu${'l-'}`, HEX, 40),
  row('databricks-oauth', 'DATABRICKS_TOKEN', `da${'pi'}`, HEX, 32),
  row('nvidia', 'NVIDIA_API_KEY', `nv${'api-'}`, URL_SAFE, 64),
  row('cerebras', 'CEREBRAS_API_KEY', `cs${'k-'}`, `${LOWER}${DIGITS}`, 48),
  row('pinecone', 'PINECONE_API_KEY', `pc${'sk_'}`, ALNUM, 70),
  row('langsmith', 'LANGSMITH_API_KEY', `lsv2${'_pt_'}`, HEX, 32),
  row('tavily', 'TAVILY_API_KEY', `tv${'ly-'}`, ALNUM, 32),
  row('firecrawl', 'FIRECRAWL_API_KEY', `f${'c-'}`, HEX, 32),
  row('elevenlabs', 'ELEVENLABS_API_KEY', `s${'k_'}`, HEX, 48),
  row('clerk', 'CLERK_SECRET_KEY', `sk${'_live_'}`, ALNUM, 40),
  row('netlify', 'NETLIFY_AUTH_TOKEN', `nf${'p_'}`, ALNUM, 36),
  row('circleci', 'CIRCLE_TOKEN', `CCI${'PAT_'}`, ALNUM, 60),
  row('buildkite', 'BUILDKITE_TOKEN', `bk${'ua_'}`, HEX, 40),
  row('sourcegraph', 'SRC_ACCESS_TOKEN', `sg${'p_'}`, HEX, 40),
  row('hubspot', 'HUBSPOT_TOKEN', `pat${'-na1-'}`, HEX, 32),
  row('typeform', 'TYPEFORM_TOKEN', `tf${'p_'}`, URL_SAFE, 59),
  row('flutterwave', 'FLW_SECRET_KEY', `FLW${'SECK_TEST-'}`, HEX, 32),
  row('razorpay', 'RAZORPAY_KEY_ID', `rzp${'_live_'}`, ALNUM, 14),
  row('honeycomb', 'HONEYCOMB_API_KEY', `hca${'ik_'}`, `${LOWER}${DIGITS}`, 58),
  row('infracost', 'INFRACOST_API_KEY', `ic${'o-'}`, ALNUM, 32),
  row('docker-org', 'DOCKER_ORG_TOKEN', `dckr${'_oat_'}`, URL_SAFE, 32),
  row('bitbucket', 'BITBUCKET_APP_PASSWORD', `AT${'BB'}`, ALNUM, 32),
  row('facebook', 'FB_ACCESS_TOKEN', `EA${'A'}`, ALNUM, 160),
  row('adobe', 'ADOBE_CLIENT_SECRET', `p8${'e-'}`, URL_SAFE, 32),
  row('unknown-live-key', 'ACME_API_KEY', `acme${'_live_'}`, ALNUM, 32),
  row('unknown-pat', 'FROBNIC_TOKEN', `frob${'_pat_'}`, ALNUM, 40),
  row('unknown-maker', 'ZORGLUB_KEY', `zgb${'_'}`, ALNUM, 40),
  made(
    'jwt-es',
    'ID_TOKEN',
    true,
    (random) => `eyJ${'hbGciOiJFUzI1NiJ9'}.eyJ${random.chars(URL_SAFE, 80)}.${random.chars(URL_SAFE, 86)}`,
  ),
  made(
    'azure-client',
    'AZURE_CLIENT_SECRET',
    true,
    (random) => `${random.chars(ALNUM, 3)}8Q~${random.chars(URL_SAFE, 34)}`,
  ),
  made(
    'telegram',
    'TELEGRAM_TOKEN',
    true,
    (random) => `${random.chars('123456789', 10)}:AA${random.chars(URL_SAFE, 33)}`,
  ),
  made(
    'discord',
    'DISCORD_BOT_TOKEN',
    true,
    (random) => `MT${random.chars(ALNUM, 24)}.G${random.chars(ALNUM, 5)}.${random.chars(URL_SAFE, 38)}`,
  ),
  made('mailchimp', 'MAILCHIMP_API_KEY', true, (random) => `${random.chars(HEX, 32)}-us${random.below(20) + 1}`),
  made('asana', 'ASANA_ACCESS_TOKEN', true, (random) => `1/1${random.chars(DIGITS, 15)}:${random.chars(HEX, 32)}`),
  made(
    'sendgrid',
    'SENDGRID_API_KEY',
    true,
    (random) => `S${'G.'}${random.chars(URL_SAFE, 22)}.${random.chars(URL_SAFE, 43)}`,
  ),
  made(
    'terraform',
    'TF_API_TOKEN',
    true,
    (random) => `${random.chars(ALNUM, 14)}.atlasv1.${random.chars(URL_SAFE, 67)}`,
  ),
  made('deepl', 'DEEPL_AUTH_KEY', true, (random) => `${uuid(random)}:fx`),
];

export const NAMED_KINDS: readonly SecretKind[] = [
  row('hex-32', 'SEGMENT_WRITE_KEY', '', HEX, 32),
  row('hex-40', 'COINBASE_API_SECRET', '', HEX, 40),
  row('hex-64', 'ENCRYPTION_KEY', '', HEX, 64),
  row('alnum-20', 'FASTLY_API_TOKEN', '', ALNUM, 20),
  row('alnum-24', 'NOMAD_TOKEN', '', ALNUM, 24),
  row('alnum-32', 'CODECOV_TOKEN', '', ALNUM, 32),
  row('alnum-40', 'LINKEDIN_CLIENT_SECRET', '', ALNUM, 40),
  row('alnum-64', 'BINANCE_SECRET_KEY', '', ALNUM, 64),
  row('lower-alnum-32', 'BITTREX_SECRET', '', `${LOWER}${DIGITS}`, 32),
  row('upper-alnum-28', 'OPSGENIE_API_KEY', '', `${UPPER}${DIGITS}`, 28),
  row('base32-32', 'TOTP_SECRET', '', BASE32, 32),
  row('base64-40', 'AWS_SECRET_ACCESS_KEY', '', BASE64, 40),
  made('base64-44', 'SESSION_SECRET', false, (random) => `${random.chars(BASE64, 43)}=`),
  made('base64-88', 'AZURE_STORAGE_KEY', false, (random) => `${random.chars(BASE64, 86)}==`),
  made('wireguard', 'WG_PRIVATE_KEY', false, (random) => `${random.chars(BASE64, 43)}=`),
  made('uuid', 'HEROKU_API_KEY', false, uuid),
  made('ethereum', 'WALLET_PRIVATE_KEY', false, (random) => `0x${random.chars(HEX, 64)}`),
  row('url-safe-32', 'OAUTH_CLIENT_SECRET', '', URL_SAFE, 32),
  row('url-safe-43', 'FERNET_KEY', '', URL_SAFE, 43),
  row('twitter', 'TWITTER_ACCESS_TOKEN_SECRET', '', ALNUM, 45),
  made('laravel', 'APP_KEY', false, (random) => `base64:${random.chars(BASE64, 43)}=`),
  row('okta-like', 'OKTA_CLIENT_TOKEN', '00', URL_SAFE, 40, false),
  row('zendesk', 'ZENDESK_API_TOKEN', '', ALNUM, 40),
  row('algolia', 'ALGOLIA_ADMIN_KEY', '', HEX, 32),
  row('mapquest', 'MAPQUEST_KEY', '', ALNUM, 32),
  row('pagerduty', 'PAGERDUTY_TOKEN', '', URL_SAFE, 20),
  made('plaid', 'PLAID_SECRET', false, (random) => random.chars(HEX, 30)),
  made('django', 'DJANGO_SECRET_KEY', false, (random) => random.chars(`${LOWER}${DIGITS}!@#$%^*-_+`, 50)),
];

export const PASSWORD_KINDS: readonly SecretKind[] = [
  made(
    'password-words-number',
    'DB_PASSWORD',
    false,
    (random) => `${random.pick(WORDS)}-${random.pick(WORDS)}-${random.pick(WORDS)}-${random.below(90) + 10}`,
  ),
  made(
    'password-camel',
    'SMTP_PASSWORD',
    false,
    (random) =>
      `${capital(random.pick(WORDS))}${capital(random.pick(WORDS))}${random.below(9000) + 1000}${random.pick([...SYMBOLS])}`,
  ),
  made(
    'password-random',
    'ADMIN_PASSWORD',
    false,
    (random) => `${random.chars(ALNUM, 7)}${random.pick([...SYMBOLS])}${random.chars(ALNUM, 6)}${random.below(10)}`,
  ),
  made(
    'password-symbols',
    'REDIS_PASSWORD',
    false,
    (random) => `${random.chars(LOWER, 3)}${random.below(10)}${random.chars(`${ALNUM}!#%^*`, 12)}`,
  ),
  made(
    'password-leet',
    'FTP_PASS',
    false,
    (random) =>
      `${capital(random.pick(WORDS)).replace(/a/g, '4').replace(/e/g, '3')}${random.below(900) + 100}${random.pick([...SYMBOLS])}x`,
  ),
];
