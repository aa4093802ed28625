import type { FullResult, Reporter, TestCase } from '@playwright/test/reporter'

/** Prints `N passed, N failed, N skipped` after a Playwright run, for the test command. A flaky test counts as failed. */
export default class CountReporter implements Reporter {
  private readonly tests = new Set<TestCase>()
  private errors = 0

  onTestEnd(test: TestCase): void {
    this.tests.add(test)
  }

  onError(): void {
    this.errors++
  }

  onEnd(_result: FullResult): void {
    const outcomes = [...this.tests].map(test => test.outcome())
    const passed = outcomes.filter(outcome => outcome === 'expected').length
    const failed = outcomes.filter(outcome => outcome === 'unexpected' || outcome === 'flaky').length + this.errors
    const skipped = outcomes.filter(outcome => outcome === 'skipped').length
    console.log(`${passed} passed, ${failed} failed, ${skipped} skipped`)
  }
}
