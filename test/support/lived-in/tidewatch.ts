/** Five weeks on a small public service: tide gauges, Python, FastAPI. */
import { bash, edit, failed, type LivedSession, read } from './session.ts';

const project = 'tidewatch';

export const TIDEWATCH: readonly LivedSession[] = [
  {
    project,
    daysAgo: 35,
    time: '18:20',
    turns: [
      {
        user: 'Set up the project with uv and FastAPI. I prefer type hints everywhere and ruff for linting.',
        calls: [
          bash('uv add fastapi httpx', 'Resolved 18 packages in 210ms\n + fastapi==0.121.0\n + httpx==0.28.1'),
          bash('uv add --dev ruff', 'Resolved 19 packages in 95ms\n + ruff==0.14.2'),
        ],
        answer: 'The service starts with `uv run fastapi dev`, ruff checks it, and every function has type hints.',
      },
      {
        user: 'Remember that all heights are in metres above chart datum, not above mean sea level.',
        answer: 'Noted: heights are metres above chart datum.',
      },
    ],
  },
  {
    project,
    daysAgo: 27,
    time: '19:02',
    turns: [
      {
        user: 'The gauge import is slow, what is going on?',
        calls: [
          bash('uv run python -m tidewatch.profile', 'fetch_station  41.2s  (312 calls, one after the other)'),
          edit('tidewatch/fetch.py', 'for station in stations:', 'async with asyncio.TaskGroup() as group:'),
          bash('uv run python -m tidewatch.profile', 'fetch_station  3.8s  (312 calls, 16 at a time)'),
        ],
        answer:
          'The 312 stations were fetched one after the other. With sixteen at a time the import takes 3.8 s instead of 41 s.',
      },
      {
        user: 'The agency allows at most 20 requests per second, remember that.',
        answer: 'Noted; sixteen at a time stays below the 20 requests per second the agency allows.',
      },
    ],
  },
  {
    project,
    daysAgo: 20,
    time: '17:45',
    turns: [
      {
        user: 'What does the data agreement of the agency say?',
        calls: [
          {
            tool: 'WebFetch',
            input: { url: 'https://gauges.example.org/terms', prompt: 'What are the conditions?' },
            output:
              'Conditions of use. Data may be reused with attribution. Users should always cache answers for ten minutes. We prefer that clients identify themselves in the User-Agent.',
          },
        ],
        answer:
          'Reuse is free with attribution. They ask for ten minutes of caching and a User-Agent that says who you are.',
      },
      {
        user: "Then let's cache for ten minutes. Next step: put our name into the User-Agent.",
        calls: [edit('tidewatch/fetch.py', 'ttl = 60', 'ttl = 600')],
        answer: 'Answers are cached for ten minutes. The User-Agent is still the default one.',
      },
    ],
  },
  {
    project,
    daysAgo: 12,
    time: '20:14',
    turns: [
      {
        user: 'Tests fail since this morning.',
        calls: [
          failed(
            'uv run pytest',
            "FAILED tests/test_spring_tide.py - ZoneInfoNotFoundError: 'No time zone found with key Europe/Brest'",
          ),
          bash('uv add tzdata', 'Resolved 20 packages in 80ms\n + tzdata==2026.2'),
          bash('uv run pytest', '58 passed in 4.10s'),
        ],
        answer: 'The slim base image has no time zones. `tzdata` brings them as a package, and all 58 tests pass.',
      },
      {
        user: 'No, use Europe/Paris: Brest is not a key in the zone database.',
        calls: [edit('tidewatch/zones.py', "'Europe/Brest'", "'Europe/Paris'")],
        answer: 'Right, the French Atlantic coast is `Europe/Paris`. Changed in `tidewatch/zones.py`.',
      },
    ],
  },
  {
    project,
    daysAgo: 5,
    time: '18:33',
    turns: [
      {
        user: 'Draw the next twelve hours as a small chart. Please no JavaScript chart library.',
        calls: [
          read('tidewatch/pages/station.html', '<main>\n  <h1>{{ station.name }}</h1>\n</main>'),
          edit('tidewatch/pages/station.html', '</main>', '  {{ curve | safe }}\n</main>'),
        ],
        answer: 'The station page has an inline SVG curve with the turning points labelled, without any script.',
      },
      {
        user: 'What does the agency ask for in its data agreement, in one sentence?',
        answer: 'Attribution, ten minutes of caching, and a User-Agent that says who you are.',
      },
      {
        user: 'Remember that my neighbour Jo is colour-blind, red and green must never be the only difference.',
        answer: 'Noted: rising and falling differ by shape and label, too.',
      },
    ],
  },
  {
    project,
    daysAgo: 1,
    time: '19:20',
    turns: [
      {
        user: 'Why was the gauge import so slow before we changed it?',
        answer:
          'All 312 stations were fetched one after the other, which took 41 s; sixteen at a time brought it down to 3.8 s.',
      },
      {
        user: 'TODO: write to the agency about the broken station at Le Conquet.',
        answer: 'I keep it on the list.',
      },
    ],
  },
];
