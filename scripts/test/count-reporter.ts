import type { Reporter, TestModule } from 'vitest/node'

/** Prints `N passed, N failed, N skipped` after a vitest run, for the test command. A file that could not run counts as one failure. */
export default class CountReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[], errors: readonly unknown[]): void {
    let passed = 0
    let failed = errors.length
    let skipped = 0
    for (const module of modules) {
      failed += module.errors().length
      for (const test of module.children.allTests()) {
        const { state } = test.result()
        if (state === 'passed') passed++
        if (state === 'failed') failed++
        if (state === 'skipped') skipped++
      }
    }
    console.log(`${passed} passed, ${failed} failed, ${skipped} skipped`)
  }
}
