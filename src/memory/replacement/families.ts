/**
 * Products and programs of which people settle on one: who names another of the same family speaks of the same thing. Names
 * of things as anybody knows them, in no language; a name may stand in several families.
 */

/** Programs and libraries of which a project settles on one, so that to run or import another goes against it. */
export const PROGRAMS: readonly string[] = [
  'npm, pnpm, yarn, bun',
  'pip, uv, poetry, pipenv, conda, pdm, hatch, mamba',
  'jest, vitest, mocha, ava, jasmine',
  'pytest, unittest, nose2',
  'playwright, cypress, puppeteer, selenium, webdriverio, testcafe',
  'eslint, biome, oxlint, tslint',
  'black, yapf, autopep8, ruff, flake8, pylint',
  'prettier, biome, dprint',
  'docker, podman, nerdctl',
  'moment, date-fns, dayjs, luxon',
  'axios, got, node-fetch, undici, superagent, ky',
  'webpack, vite, rollup, parcel, esbuild, turbopack, rspack',
  'make, just, task, rake, bazel, cmake, meson, ninja',
  'mvn, maven, gradle, sbt, ant',
  'terraform, tofu, opentofu, pulumi, cloudformation, ansible, puppet, chef, salt',
  'lodash, ramda, underscore',
  'redux, zustand, mobx, jotai, pinia, vuex',
];
const PRODUCTS: readonly string[] = [
  'postgres, postgresql, mysql, mariadb, sqlite, oracle, mssql, sql server, cockroachdb, tidb, duckdb, mongodb, mongo, dynamodb, cassandra, couchdb, firestore, supabase, planetscale, neon',
  'redis, valkey, memcached, keydb, dragonfly',
  'kafka, rabbitmq, nats, sqs, pulsar, activemq, redpanda, pubsub',
  'elasticsearch, opensearch, solr, meilisearch, typesense, algolia',
  'jenkins, travis, circleci, github actions, actions, gitlab ci, buildkite, drone, teamcity, azure pipelines, bamboo, argo',
  'heroku, fly, fly.io, render, vercel, netlify, railway, cloudflare pages, cloud run, app engine, hetzner, digitalocean, linode, aws, azure, gcp, ovh, scaleway',
  'kubernetes, k8s, nomad, ecs, swarm, docker compose, openshift',
  'github, gitlab, bitbucket, gitea, forgejo, codeberg',
  'git, mercurial, svn, subversion, perforce',
  'jira, linear, trello, asana, notion, clickup, youtrack, redmine, basecamp, monday, github issues, shortcut, todoist',
  'slack, teams, discord, mattermost, zulip, telegram, whatsapp, signal, rocket.chat, matrix',
  'zoom, google meet, meet, teams, webex, jitsi, skype, whereby',
  'confluence, notion, obsidian, evernote, onenote, roam, logseq, bookstack, dokuwiki',
  'datadog, grafana, kibana, splunk, new relic, sentry, prometheus, loki, graylog, zabbix, nagios, rollbar, bugsnag, honeycomb',
  'nginx, apache, caddy, traefik, haproxy, envoy',
  'react, vue, svelte, angular, solid, preact, ember, htmx',
  'next.js, nuxt, remix, sveltekit, gatsby, astro, hugo, jekyll, eleventy',
  'express, fastify, koa, hono, nestjs, django, flask, fastapi, rails, sinatra, laravel, symfony, spring, phoenix',
  'tailwind, bootstrap, sass, less, styled-components, emotion, bulma',
  'prisma, drizzle, typeorm, sequelize, knex, sqlalchemy, hibernate, mikro-orm',
  'python, java, kotlin, typescript, javascript, rust, go, golang, ruby, php, swift, elixir, scala, clojure, c++, c#, perl, dart',
  'node, node.js, deno, bun',
  'vim, neovim, emacs, vscode, vs code, intellij, pycharm, webstorm, sublime, zed, cursor, helix',
  'bash, zsh, fish, powershell, nushell',
  'ubuntu, debian, fedora, arch, alpine, centos, rocky, nixos, opensuse, windows, macos, linux',
  'chrome, firefox, safari, edge, brave, opera',
  'gmail, outlook, thunderbird, protonmail, fastmail',
  'sendgrid, mailgun, postmark, ses, mailchimp, resend, brevo, sendinblue',
  'stripe, paypal, adyen, braintree, square, klarna, mollie',
  'figma, sketch, adobe xd, penpot, canva, photoshop, gimp, affinity, illustrator, inkscape',
  'excel, google sheets, sheets, libreoffice, numbers, airtable, calc',
  'word, google docs, libreoffice, pages, latex, overleaf, typst, markdown',
  'dropbox, google drive, onedrive, nextcloud, icloud, box, sharepoint, owncloud',
  's3, minio, r2, gcs, backblaze, ceph',
  'vault, 1password, bitwarden, lastpass, keepass, keepassxc, doppler, sops',
  'auth0, keycloak, okta, cognito, clerk, firebase auth',
  'shopify, woocommerce, magento, prestashop, shopware',
  'wordpress, drupal, joomla, ghost, contentful, strapi, sanity, typo3, webflow, squarespace',
  'salesforce, hubspot, pipedrive, zoho',
  'quickbooks, xero, datev, sage, lexware, freshbooks',
  'zendesk, intercom, freshdesk, help scout',
  'dhl, ups, fedex, hermes, dpd, gls, usps, royal mail',
  'grpc, rest, graphql, soap, trpc, json-rpc',
  'json, yaml, toml, xml, csv, protobuf, avro, parquet, msgpack',
  'flutter, react native, ionic, swiftui, xamarin, expo',
  'unity, unreal, godot',
  'matplotlib, plotly, seaborn, bokeh, altair, ggplot, ggplot2',
  'pandas, polars, dask, spark',
  'pytorch, tensorflow, jax, keras',
  'numpy, cupy',
  'snake_case, camelcase, kebab-case, pascalcase',
  'tabs, spaces',
  'merge, rebase, squash',
  'light, dark',
  'sonarr, radarr, lidarr',
  'plex, jellyfin, emby, kodi',
  'spotify, tidal, deezer, apple music',
];
const FAMILIES_OF = new Map<string, number[]>();
for (const [at, family] of [...PROGRAMS, ...PRODUCTS].entries())
  for (const name of family.split(', ')) FAMILIES_OF.set(name, [...(FAMILIES_OF.get(name) ?? []), at]);

const NAME = /[a-z](?:[a-z0-9_+#]|[.-](?=[a-z0-9]))*/g;

export interface Member {
  readonly family: number;
  readonly name: string;
}

/** Members of families that a text in lower case names, each with what it is called. */
export function membersIn(folded: string): readonly Member[] {
  const names = folded.match(NAME) ?? [];
  const all = names.flatMap((name, at) => [name, `${name} ${names[at + 1] ?? ''}`]);
  return all.flatMap((name) => (FAMILIES_OF.get(name) ?? []).map((family) => ({ family, name })));
}
