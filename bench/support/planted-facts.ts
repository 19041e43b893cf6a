/**
 * Thirty things that were said once, as people say them, and how they are asked for later: by the one word that comes to
 * mind, by two or three words, and by a question that shares only part of their words. Written blind to any engine.
 */
export interface PlantedFact {
  readonly said: string;
  readonly keyword: string;
  readonly words: string;
  readonly question: string;
}

export const QUERY_KINDS = ['keyword', 'words', 'question'] as const;

export const PLANTED_FACTS: readonly PlantedFact[] = [
  {
    said: 'The nightly invoice export now starts at 03:40, because the SFTP box at Nordea reboots every night at three.',
    keyword: 'Nordea',
    words: 'invoice export Nordea',
    question: 'Why does the invoice export not start at three?',
  },
  {
    said: 'Remember: the staging database lives on heimdall-02, port 6433, and is wiped every Sunday evening.',
    keyword: 'heimdall',
    words: 'staging database port',
    question: 'Which host is the staging database on and what day is it wiped?',
  },
  {
    said: 'Priya owns the pricing rules; ask her before you touch anything under packages/tariffs.',
    keyword: 'Priya',
    words: 'tariffs owner',
    question: 'Who must I ask before changing the pricing rules?',
  },
  {
    said: 'We gave up on Protobuf for the mobile feed and went back to gzipped JSON, since the iOS build grew by nine megabytes.',
    keyword: 'Protobuf',
    words: 'mobile feed protobuf',
    question: 'Why did we go back to JSON for the mobile app?',
  },
  {
    said: 'The Wednesday crash of the label printers was caused by a firmware that cannot cope with umlauts in the street name.',
    keyword: 'umlauts',
    words: 'printer umlauts',
    question: 'What was the reason that the label printers crashed every Wednesday?',
  },
  {
    said: 'Never run the seeder with --wipe on Corvus: the demo tenants there are the ones the sales people show to customers.',
    keyword: 'Corvus',
    words: 'seeder wipe corvus',
    question: 'Which demo tenants must not be wiped with the seeder?',
  },
  {
    said: 'I set the heartbeat interval to 17 seconds; the Hetzner firewall silently drops connections that are idle for 20.',
    keyword: 'heartbeat',
    words: 'heartbeat interval hetzner',
    question: 'Why is the heartbeat such an odd number of seconds?',
  },
  {
    said: 'My daughter Linnea is allergic to hazelnuts, so please keep that in mind for the cake at the summer party.',
    keyword: 'hazelnuts',
    words: 'Linnea allergic',
    question: 'What is my daughter allergic to?',
  },
  {
    said: 'Translations come from Weblate every Monday; do not edit the .po files by hand, they get overwritten.',
    keyword: 'Weblate',
    words: 'translations overwritten',
    question: 'May I edit the .po files myself?',
  },
  {
    said: 'The Ofgem auditors want meter readings kept for six years and four months, which is why retention is 2312 days.',
    keyword: 'Ofgem',
    words: 'meter readings retention',
    question: 'How long do we have to keep meter readings?',
  },
  {
    said: 'Turns out the flaky checkout spec depended on the time zone: it fails between 22:00 and midnight in Lisbon.',
    keyword: 'Lisbon',
    words: 'flaky checkout spec',
    question: 'What made the checkout spec fail late in the evening?',
  },
  {
    said: 'The licence server speaks only TLS 1.1, hence the separate stunnel sidecar; Marek promised a new one in spring.',
    keyword: 'stunnel',
    words: 'stunnel licence server',
    question: 'What is the sidecar in front of the licence server for?',
  },
  {
    said: 'Let us name the new scheduler Metronome and keep the old one, Pendulum, running until the end of March.',
    keyword: 'Metronome',
    words: 'metronome pendulum scheduler',
    question: 'How long does the old scheduler keep running next to Metronome?',
  },
  {
    said: 'Fixed the memory leak: the thumbnailer kept every libvips buffer alive because the abort listener was never taken off.',
    keyword: 'libvips',
    words: 'thumbnailer memory leak',
    question: 'How did we get rid of the leak in the thumbnailer?',
  },
  {
    said: 'Our contract with Fastmail caps us at 8,000 mails per hour, so the newsletter goes out in slices of 2,000.',
    keyword: 'newsletter',
    words: 'fastmail cap newsletter',
    question: 'How many mails per hour does our contract allow?',
  },
  {
    said: 'The accountant wants VAT rounded per line and not per document; see the letter from Brandt of 12 May.',
    keyword: 'Brandt',
    words: 'VAT rounding',
    question: 'Should VAT be rounded on every line or on the total?',
  },
  {
    said: 'Use yarn berry in the storefront repository, everything else stays on npm; mixing them broke the lockfile in April.',
    keyword: 'storefront',
    words: 'yarn storefront',
    question: 'Which package manager does the storefront use?',
  },
  {
    said: 'The pager rota changed: Tomasz has the first week of every month, Ingrid the second, the rest is shared.',
    keyword: 'Tomasz',
    words: 'pager rota',
    question: 'Who has the pager in the second week of a month?',
  },
  {
    said: 'Error E4417 from the card terminal means the paper roll is empty, whatever the manual says.',
    keyword: 'E4417',
    words: 'E4417 terminal',
    question: 'What does the card terminal want to say with E4417?',
  },
  {
    said: 'Geocoding falls back to Nominatim with one request a second once the Google quota is used up.',
    keyword: 'Nominatim',
    words: 'geocoding quota fallback',
    question: 'What do we use for geocoding when the Google quota runs out?',
  },
  {
    said: 'I like my commit subjects in the imperative, at most 60 characters, and never with an emoji.',
    keyword: 'imperative',
    words: 'commit subjects emoji',
    question: 'How long may the subject of a commit be?',
  },
  {
    said: 'The customs documents for Norway need form RD-0016 in triplicate, generated by bin/tollpapers.',
    keyword: 'tollpapers',
    words: 'norway customs form',
    question: 'Which form do parcels to Norway need at customs?',
  },
  {
    said: 'We pinned OpenSSL to 3.0.13 on the kiosks; later versions refuse the handshake of the turnstiles.',
    keyword: 'turnstiles',
    words: 'openssl kiosks pinned',
    question: 'Why are the kiosks on such an old OpenSSL?',
  },
  {
    said: 'Feature flag winter_reboarding must stay off until legal has signed the Quebec addendum.',
    keyword: 'winter_reboarding',
    words: 'quebec addendum',
    question: 'What does legal have to sign before winter reboarding goes live?',
  },
  {
    said: 'The p99 got four times better after we replaced the regular expression in slugify with a lookup table.',
    keyword: 'slugify',
    words: 'slugify lookup table',
    question: 'Which change brought the p99 down in slugify?',
  },
  {
    said: 'Backups of the wiki go to the Synology in the basement; the passphrase is with Oluwaseun in an envelope.',
    keyword: 'Synology',
    words: 'wiki backups passphrase',
    question: 'Who has the passphrase of the wiki backups?',
  },
  {
    said: 'On the Raspberry boards the watchdog has to be fed through /dev/watchdog1, because zero belongs to the modem.',
    keyword: 'watchdog1',
    words: 'raspberry watchdog device',
    question: 'Which watchdog device is ours on the Raspberry?',
  },
  {
    said: 'The workshop in Ljubljana is booked for 18 and 19 September; trains are paid, the hotel is not.',
    keyword: 'Ljubljana',
    words: 'workshop september hotel',
    question: 'When is the workshop in September and is the hotel paid?',
  },
  {
    said: 'Kestrel answers 421 when the SNI does not match, so the health probe has to send the Host header of the tenant.',
    keyword: 'Kestrel',
    words: 'kestrel 421 probe',
    question: 'Which header does the health probe have to send?',
  },
  {
    said: 'The autocomplete ranks by sales of the last 28 days times margin; Beatriz tuned the exponent to 0.6 by hand.',
    keyword: 'autocomplete',
    words: 'autocomplete ranking exponent',
    question: 'Who chose the exponent for ranking the autocomplete?',
  },
];

/** What is said about other things in the same words, so that hardly a word of a fact is found in the fact alone. */
export function wordsOfFacts(): readonly string[] {
  const keywords = new Set(PLANTED_FACTS.map(({ keyword }) => keyword.toLowerCase()));
  const words = PLANTED_FACTS.flatMap(
    ({ said, words: asked }) => `${said} ${asked}`.toLowerCase().match(/[a-z]{4,}/g) ?? [],
  );
  return [...new Set(words)].filter((word) => !keywords.has(word));
}
