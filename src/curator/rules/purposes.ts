/**
 * What a command is for: testing, building, running and the like. Told by the shape of the call: the name of the script or
 * target that a runner is given (`npm run X`, `make X`, `npx tool X`, `scripts/X.sh`), or a tool that has one purpose.
 */
import { type ShellCommand, toolIn } from '../../text/shell.ts';

interface Purpose {
  readonly subject: string;
  readonly says: string;
  /** How a call for some files only is told; none where there is no such thing. */
  readonly narrow?: string;
  /** Parts of names of scripts and targets: `build` in `npm run build:js`. */
  readonly script: RegExp;
  /** Tools that have one purpose. */
  readonly tool: RegExp;
}

/** In the order they are asked: `test:types` checks types. */
const PURPOSES: readonly Purpose[] = [
  {
    subject: 'typecheck',
    says: 'Type checks run with',
    narrow: 'Type checks of single files run with',
    script: /^(?:typecheck|types?|typing|tsc|mypy|pyright)$/,
    tool: /^(?:tsc\b.*--noEmit|mypy|pyright|vue-tsc|cargo check|go vet|flow check|sorbet|srb tc|steep check|phpstan|psalm|dart analyze|flutter analyze|terraform validate|basedpyright|ty check)\b/,
  },
  {
    subject: 'lint',
    says: 'Linting runs with',
    narrow: 'Linting of single files runs with',
    script: /^(?:lint|linter|eslint|stylelint|ruff|clippy)$/,
    tool: /^(?:eslint|biome (?:check|lint|ci)|ruff check|flake8|pylint|cargo clippy|golangci-lint run|rubocop|stylelint|shellcheck|oxlint|hadolint|yamllint|ansible-lint|markdownlint\S*|ktlint|detekt|swiftlint|credo|mix credo|tflint|sqlfluff lint|vale|chktex|pre-commit run|standard|actionlint|luacheck|clang-tidy)\b/,
  },
  {
    subject: 'format',
    says: 'Formatting runs with',
    narrow: 'Formatting of single files runs with',
    script: /^(?:format|fmt|prettier)$/,
    tool: /^(?:prettier\b.*--(?:write|check)|black|ruff format|cargo fmt|gofmt|biome format|mix format|zig fmt|terraform fmt|dart format|swiftformat|clang-format|rustfmt|isort|nixfmt|stylua|sqlfluff fix|standardrb --fix)\b/,
  },
  {
    subject: 'test',
    says: 'Tests run with',
    narrow: 'Tests of single files run with',
    script: /^(?:tests?|t|e2e|integration|specs?|unit|jest|vitest|pytest)$/,
    tool: /^(?:vitest|jest|mocha|ava|pytest|unittest|python3? -m (?:pytest|unittest)|python3? manage\.py test|go test|cargo (?:test|nextest run)|node --test|deno test|mvn (?:test|verify)|(?:\.\/)?mvnw (?:test|verify)|(?:\.\/)?gradlew? (?:\S+ )?(?::\S+:)?(?:test|check|connected)\w*|dotnet test|rspec|rails test|phpunit|(?:\.\/)?vendor\/bin\/phpunit|mix test|swift test|ctest|tox|nox|playwright test|cypress run|zig build test|zig test|dbt test|bun test|sbt test|bazel test|stack test|cabal test|dune (?:runtest|test)|flutter test|dart test|lein test|php artisan test|pest|behat|cucumber|behave|bats|busted|prove|minitest|karma start|wdio run|ng test|forge test|hardhat test|julia .*Pkg\.test|Rscript -e .*test|helm unittest|molecule test|nextflow test|robot|meson test|ninja test|xcodebuild test|k6 run)\b/,
  },
  {
    subject: 'migrate',
    says: 'Migrations run with',
    script: /^(?:migrate|migrations?)$/,
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
    script: /^(?:dev|start|serve|server|run|up|preview)$/,
    tool: /^(?:cargo run|go run|python3? manage\.py runserver|flask run|uvicorn|docker[- ]compose up(?: -\S+)*$|rails (?:s|server)|dotnet run|vite(?: dev)?$|next dev|hugo server|mkdocs serve|streamlit run|php artisan serve|air$|mix phx\.server|bin\/dev|jekyll serve|astro dev|nuxt dev|ng serve|zig build run|expo start|flutter run|jupyter (?:lab|notebook)|gatsby develop|celery -A|hypercorn|gunicorn|deno task dev|foreman start|overmind start|tilt up|skaffold dev)\b/,
  },
  {
    subject: 'check',
    says: 'All checks run with',
    script: /^(?:checks?|verify|validate|ci|precommit)$/,
    tool: /^(?:pre-commit run --all-files|nix flake check)\b/,
  },
];

/** Programs that run a script or target by its name, with the words that may stand before that name. */
const BY_NAME =
  /^(?:npm(?: \S+=\S+| (?:-w|--prefix|--workspace) \S+| -{1,2}\w+)*(?: run| run-script)(?: -{1,2}[\w-]+)*|npm(?= (?:test|t|start)\b)|(?:pnpm|yarn|bun|deno)(?: (?:-w|--filter|-F|-C|--prefix|--workspace|--cwd)[ =]\S+| (?:-s|--silent|-r|--if-present|workspace \S+))*(?: run| task| run-script)?|make(?: -\S+)*|just|task|composer(?: run(?:-script)?)?|rake|invoke|mise run|turbo(?: run)?|nx run|lerna run|wireit|moon run|poe|hatch run|pdm run|rye run|grunt|gulp|sail|ant) (?<name>[\w:./-]+)(?=$|\s)/;
/** They run a tool of the project by its name, too. */
const RUNS_BY_NAME = /^(?:pnpm|yarn(?: run)?) /;
/** A script of the project by its path, with or without its interpreter. */
const SCRIPT_FILE =
  /^(?:(?:bash|sh|zsh|node|python[\d.]*|ruby|perl|php|tsx|ts-node|deno run|bun) )?(?<path>(?:\.{1,2}\/)?(?:[\w.-]+\/)*[\w-]+\.(?:sh|bash|py|rb|pl|m?js|cjs|ts|mts|ps1))(?=$|\s)/;
const NAME_PARTS = /[:._/-]+/;

export interface Called {
  readonly purpose: Purpose;
  /** What was run, whoever ran it: `jest` of `npx jest`, `node_modules/.bin/jest`, `yarn jest`. */
  readonly core: string;
}

export function calledFor({ words }: Pick<ShellCommand, 'words'>): Called | undefined {
  const text = words.join(' ').replace(/^\.\/(?=node_modules|vendor|\.?venv)/, '');
  const bare = toolIn(text).replace(RUNS_BY_NAME, '');
  const tool = PURPOSES.find((purpose) => purpose.tool.test(bare) || purpose.tool.test(text));
  if (tool !== undefined) return { purpose: tool, core: coreOf(bare) };
  const name = BY_NAME.exec(text)?.groups?.name ?? SCRIPT_FILE.exec(text)?.groups?.path?.replace(/\.\w+$/, '');
  if (name !== undefined) {
    const byName = named(name.slice(name.lastIndexOf('/') + 1));
    if (byName !== undefined) return { purpose: byName, core: name };
  }
  // `kcd-scripts test`: a tool of the project with a word for what it is to do.
  const [program = '', verb = ''] = bare === text ? [] : bare.split(' ');
  const byVerb = /^[\w:.-]+$/.test(verb) ? named(verb) : undefined;
  return byVerb === undefined ? undefined : { purpose: byVerb, core: `${program} ${verb}` };
}

/** `type-check` and `check:types` are about types: the purposes are asked in order, not the parts. */
function named(name: string): Purpose | undefined {
  const parts = [name, ...name.split(NAME_PARTS)].map((part) => part.toLowerCase());
  return PURPOSES.find((purpose) => parts.some((part) => purpose.script.test(part)));
}

/** Beside words for a purpose: of what, how much and in which manner. */
const PLAIN_PART = /^(?:all|fix|js|ts|css|src|prod|coverage|watch|only|fast|code|app)$/;

/** Whether a name is made of words for purposes alone, such as `type-check` or `build:js`: whoever said it first, it names nothing of theirs. */
export function isPurposeName(name: string): boolean {
  const parts = name.toLowerCase().split(NAME_PARTS);
  return named(name) !== undefined && parts.every((part) => PLAIN_PART.test(part) || named(part) !== undefined);
}

/** The program, and the word for what it is to do: `cargo test`, `go vet`, `jest`. */
function coreOf(bare: string): string {
  const [program = '', next = ''] = bare.split(' ');
  return /^[a-z][a-z:]*$/.test(next) &&
    /^(?:cargo|go|dotnet|mix|swift|zig|flutter|dart|mvn|ruff|biome|rails|bun|deno|npm|sbt|bazel|stack|cabal|dune|php|ng|docker|prisma|terraform|next|vite|astro)$/.test(
      program,
    )
    ? `${program} ${next}`
    : program;
}
