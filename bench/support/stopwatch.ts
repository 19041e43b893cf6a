/** Adds up how long the methods of an object take, by name, without changing what they do. */
export class Stopwatch {
  readonly #spentMs = new Map<string, number>();

  /** `label` names the account of a method. */
  timed<Target extends object>(target: Target, label: (method: string) => string): Target {
    return new Proxy(target, {
      get: (_, name) => {
        // Private fields are the target's own: its methods must not be called on the proxy.
        const value: unknown = Reflect.get(target, name, target);
        if (typeof value !== 'function') return value;
        return (...args: readonly unknown[]) =>
          this.time(label(String(name)), () => Reflect.apply(value, target, args));
      },
    });
  }

  async time<Result>(account: string, work: () => Result | Promise<Result>): Promise<Result> {
    const startedAt = performance.now();
    try {
      return await work();
    } finally {
      this.#spentMs.set(account, (this.#spentMs.get(account) ?? 0) + performance.now() - startedAt);
    }
  }

  /** What was spent since the last call. */
  take(): ReadonlyMap<string, number> {
    const spent = new Map(this.#spentMs);
    this.#spentMs.clear();
    return spent;
  }
}
