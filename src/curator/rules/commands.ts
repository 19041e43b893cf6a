/** Commands that worked for building, testing, running and the like: a known shape and an outcome that says so. */
import type { AnsweredLearning } from '../answer.ts';
import type { Call } from './calls.ts';
import { commandsIn, isShell, type ShellCommand, workedIn } from './shell.ts';

interface Purpose {
  readonly subject: string;
  readonly says: string;
  /** Names of scripts and targets: `npm run build`, `make build`. */
  readonly script: RegExp;
  /** Tools that have one purpose. */
  readonly tool: RegExp;
}

const PURPOSES: readonly Purpose[] = [
  {
    subject: 'test',
    says: 'Tests run with',
    script: /^(?:tests?|t|e2e|integration|specs?|unit)$/,
    tool: /^(?:vitest|jest|mocha|ava|pytest|python3? -m (?:pytest|unittest)|python3? manage\.py test|go test|cargo (?:test|nextest run)|node --test|deno test|mvn (?:test|verify)|(?:\.\/)?mvnw (?:test|verify)|(?:\.\/)?gradlew? (?:\S+ )?(?::\S+:)?(?:test|check|connected)\w*|dotnet test|rspec|rails test|phpunit|(?:\.\/)?vendor\/bin\/phpunit|mix test|swift test|ctest|tox|nox|playwright test|cypress run|zig build test|zig test|dbt test|bun test|sbt test|bazel test|stack test|cabal test|dune (?:runtest|test)|flutter test|dart test|lein test|php artisan test|pest|behat|cucumber|behave|bats|busted|prove|minitest|karma start|wdio run|ng test|forge test|hardhat test|julia .*Pkg\.test|Rscript -e .*test|helm unittest|molecule test|nextflow test|robot|meson test|ninja test|xcodebuild test|k6 run)\b/,
  },
  {
    subject: 'typecheck',
    says: 'Type checks run with',
    script: /^(?:type-?check|types|tsc)$/,
    tool: /^(?:tsc\b.*--noEmit|mypy|pyright|vue-tsc|cargo check|go vet|flow check|sorbet|srb tc|steep check|phpstan|psalm|dart analyze|flutter analyze|terraform validate|basedpyright|ty check)\b/,
  },
  {
    subject: 'lint',
    says: 'Linting runs with',
    script: /^lint$/,
    tool: /^(?:eslint|biome (?:check|lint|ci)|ruff check|flake8|pylint|cargo clippy|golangci-lint run|rubocop|stylelint|shellcheck|oxlint|hadolint|yamllint|ansible-lint|markdownlint\S*|ktlint|detekt|swiftlint|credo|mix credo|tflint|sqlfluff lint|vale|chktex|pre-commit run|standard|actionlint|luacheck|clang-tidy)\b/,
  },
  {
    subject: 'format',
    says: 'Formatting runs with',
    script: /^(?:format|fmt|prettier)$/,
    tool: /^(?:prettier\b.*--(?:write|check)|black|ruff format|cargo fmt|gofmt|biome format|mix format|zig fmt|terraform fmt|dart format|swiftformat|clang-format|rustfmt|isort|nixfmt|stylua|sqlfluff fix|standardrb --fix)\b/,
  },
  {
    subject: 'migrate',
    says: 'Migrations run with',
    script: /^migrate$/,
    tool: /^(?:prisma migrate|alembic upgrade|python3? manage\.py migrate|(?:bin\/)?rails db:migrate|knex migrate:latest|flyway migrate|liquibase update|sqlx migrate run|diesel migration run|goose\b.* up|dbmate up|mix ecto\.migrate|flask db upgrade|typeorm migration:run|sequelize\S* db:migrate|bin\/console doctrine:migrations:migrate|drizzle-kit (?:push|migrate)|php artisan migrate)\b/,
  },
  {
    subject: 'deploy',
    says: 'Deployment runs with',
    script: /^(?:deploy|release|publish)$/,
    tool: /^(?:vercel(?: deploy| --prod)|fly(?:ctl)? deploy|firebase deploy|netlify deploy|kubectl apply|terraform apply|serverless deploy|cdk deploy|wrangler deploy|ansible-playbook|gcloud \w+ deploy|npm publish|helm upgrade|cargo publish|eb deploy|sam deploy|pulumi up|cap \w+ deploy|kamal deploy|railway up|heroku container:release|twine upload|mix release)\b/,
  },
  {
    subject: 'build',
    says: 'The build runs with',
    script: /^(?:build|compile|bundle|dist|package)$/,
    tool: /^(?:cargo build|go build|make(?: all)?$|mvn (?:package|install|compile)|(?:\.\/)?mvnw (?:package|install|compile)|(?:\.\/)?gradlew? (?:\S+ )?(?::\S+:)?(?:build|assemble|bundle)\w*|zig build|dbt (?:run|build|compile)|dotnet build|docker (?:buildx )?build|docker[- ]compose build|cmake --build|vite build|next build|tsc(?: -b| --build| -p \S+)?$|latexmk|pdflatex|xelatex|lualatex|tectonic|typst compile|quarto render|asciidoctor\S*|sphinx-build|jupyter-book build|bookdown|pandoc\b.* -o|hugo(?: --\S+)*$|mkdocs build|swift build|xcodebuild|webpack|python3? -m build|uv build|poetry build|mix compile|sbt (?:compile|package|assembly)|bazel build|ninja\b|meson compile|stack build|cabal build|dune build|flutter build|nix build|nix-build|bundle exec jekyll build|jekyll build|eleventy|astro build|nuxt build|ng build|turbo (?:run )?build|nx build|esbuild|rollup -c|parcel build|wasm-pack build|trunk build|pio run|arduino-cli compile|west build|idf\.py build|forge build|hardhat compile|elm make|gleam build|crystal build|nimble build|lein uberjar|packer build|buck2? build|pants package|go generate .* && go build)\b/,
  },
  {
    subject: 'generate',
    says: 'Code is generated with',
    script: /^(?:gen|generate|codegen|protos?)$/,
    tool: /^(?:buf generate|protoc|go generate|prisma generate|sqlc generate|graphql-codegen|openapi-generator\S* generate|dart run build_runner build|wire gen|templ generate)\b/,
  },
  {
    subject: 'run',
    says: 'The project starts with',
    script: /^(?:dev|start|serve|run|up|preview)$/,
    tool: /^(?:cargo run|go run|python3? manage\.py runserver|flask run|uvicorn|docker[- ]compose up(?: -\S+)*$|rails (?:s|server)|dotnet run|vite(?: dev)?$|next dev|hugo server|mkdocs serve|streamlit run|php artisan serve|air$|mix phx\.server|bin\/dev|jekyll serve|astro dev|nuxt dev|ng serve|zig build run|expo start|flutter run|jupyter (?:lab|notebook)|gatsby develop|celery -A|hypercorn|gunicorn|deno task dev|foreman start|overmind start|tilt up|skaffold dev)\b/,
  },
];

const SCRIPT =
  /^(?:(?:npm|pnpm|yarn|bun|deno)(?: (?:-w|--filter|-C|--prefix|--workspace)[ =]\S+)?(?: run| task)?|make|just|task|composer(?: run)?|rake|invoke) (?<script>[\w:-]+)(?=$|\s)/;
const RUNNER =
  /^(?:npx(?: --?(?:yes|y|no-install))?|pnpm(?: exec| dlx)?|yarn(?: dlx)?|bunx|bun x|uv run|poetry run|pipenv run|hatch run|bundle exec|(?:\S*\/)?\.?bin\/(?!rails|dev|console)) ?/;
/** A single file or a single test: true for once, so it is named by its kind. */
const FILE_WORD = /^[^\s-][^\s]*\.[a-z]{1,5}(?:[:#]\S*)?$/i;
const PATTERN_OPTION = /^(?:-t|-k|--grep|-g|--testNamePattern|-run|--filter|--test-name-pattern)$/;
/** Needs the shell to mean anything, or is only a question to the tool. */
const NOT_PLAIN = /[$`*]|--(?:help|version|dry-run|list|watch)\b|\s-h$|\/tmp\//;
const COMMAND_CHARS = 120;

export function commandsThatWork(calls: readonly Call[]): readonly AnsweredLearning[] {
  const found = new Map<string, AnsweredLearning>();
  const failed = new Set<string>();
  for (const call of calls) {
    const commands = isShell(call) ? commandsIn(call.input) : [];
    if (call.outcome === 'error') for (const { text } of commands) failed.add(text);
    for (const command of workedIn(call)) {
      const purpose = purposeOf(command.text);
      const hadHelp = command.variables.length > 0 || commands.length > 1;
      // What failed bare and worked with something in front is told as a fix, with what stood in front.
      if (purpose === undefined || (hadHelp && failed.has(command.text))) continue;
      const shown = shownAs(command, purpose);
      if (shown === null) continue;
      const where =
        command.directory === null || /^[/~$"']|^\.\.?$/.test(command.directory) ? '' : ` in \`${command.directory}\``;
      const content = `${purpose.says} \`${shown}\`${where}.`;
      const known = found.get(content);
      const turns = known === undefined ? [call.turn] : [...new Set([...known.turns, call.turn])];
      found.set(content, {
        type: 'PATTERN',
        content,
        turns,
        scope: 'space',
        subject: purpose.subject,
        tags: ['command'],
        replaces: null,
      });
    }
  }
  const all = [...found.values()];
  // One file at a time says nothing new when the whole is known too.
  return all.filter(
    (one) => !one.content.includes('<file>') || !all.some((other) => other !== one && other.subject === one.subject),
  );
}

export function purposeOf(command: string): Purpose | undefined {
  const parts = SCRIPT.exec(command)?.groups?.script?.split(':') ?? [];
  const bare = command.replace(RUNNER, '');
  return PURPOSES.find((purpose) => parts.some((part) => purpose.script.test(part)) || purpose.tool.test(bare));
}

function shownAs({ words, text }: ShellCommand, { subject }: Purpose): string | null {
  if (NOT_PLAIN.test(text) || text.length > COMMAND_CHARS) return null;
  if (subject !== 'test' && subject !== 'lint' && subject !== 'format') return text;
  const kept: string[] = [];
  for (let at = 0; at < words.length; at += 1) {
    const word = words[at] ?? '';
    if (PATTERN_OPTION.test(word) && at > 1) at += 1;
    else if (at > 0 && FILE_WORD.test(word) && !/^manage\.py$/.test(word) && !(words[at - 1] ?? '').startsWith('-')) {
      if (kept.at(-1) !== '<file>') kept.push('<file>');
    } else kept.push(word);
  }
  return kept.join(' ');
}
