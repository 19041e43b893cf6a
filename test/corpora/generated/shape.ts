/** Ways in which a transcript shows a named secret. Each also says what has to survive beside it. */

interface NamedSecret {
  /** `DB_PASSWORD` */
  readonly name: string;
  readonly value: string;
}

interface Shown {
  readonly text: string;
  readonly keep: readonly string[];
}

export interface SecretShape {
  readonly shape: string;
  /** The name stands beside the value, so a secret without a mark of its own is recognisable. */
  readonly named: boolean;
  show(secret: NamedSecret): Shown;
}

export function camelCase(name: string): string {
  return name.toLowerCase().replace(/_(\w)/g, (_all, letter: string) => letter.toUpperCase());
}

export function words(name: string): string {
  return name.toLowerCase().replace(/_/g, ' ');
}

export function named(
  shape: string,
  show: (name: string, value: string) => string,
  keep: readonly string[] = [],
): SecretShape {
  return { shape, named: true, show: ({ name, value }) => ({ text: show(name, value), keep }) };
}

export function bare(shape: string, show: (value: string) => string, keep: readonly string[] = []): SecretShape {
  return { shape, named: false, show: ({ value }) => ({ text: show(value), keep }) };
}
