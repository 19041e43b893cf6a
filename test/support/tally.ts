/**
 * Closes a run with one plain line, `N passed, N failed[, N skipped]`, for programs that read the output. It counts as
 * failed what makes the run fail: also files that could not be loaded and errors outside of any test.
 */
import type { SerializedError } from 'vitest';
import type { Reporter, TestModule } from 'vitest/node';

export class Tally implements Reporter {
  onTestRunEnd(modules: readonly TestModule[], errors: readonly SerializedError[]): void {
    // A set-up that failed ran no test: it has a message of its own, and nothing to count.
    if (modules.length === 0) return;
    const count = { passed: 0, failed: errors.length, skipped: 0, pending: 0 };
    for (const module of modules) {
      for (const test of module.children.allTests()) count[test.result().state] += 1;
      const suiteErrors = [...module.children.allSuites()].flatMap((suite) => suite.errors());
      count.failed += module.errors().length + suiteErrors.length;
    }
    const skipped = count.skipped > 0 ? `, ${count.skipped} skipped` : '';
    process.stdout.write(`${count.passed} passed, ${count.failed + count.pending} failed${skipped}\n`);
  }
}
