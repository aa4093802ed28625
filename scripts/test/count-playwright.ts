import type { FullResult, Reporter, TestCase } from '@playwright/test/reporter'
import { inOneLine } from './in-one-line.ts'

/**
 * Prints `N passed, N failed, N skipped` after a Playwright run, for the test command; before it a line for each test that failed, and for
 * each that passed only when it was run again (with `--retries`), which counts as passed.
 */
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
    const tests = [...this.tests]
    const count = (...outcomes: readonly ReturnType<TestCase['outcome']>[]) =>
      tests.filter(test => outcomes.includes(test.outcome())).length
    for (const test of tests) {
      if (test.outcome() === 'unexpected') console.log(`✗ ${nameOf(test)}: ${firstError(test)}`)
      if (test.outcome() === 'flaky') console.log(`~ second run only: ${nameOf(test)}: ${firstError(test)}`)
    }
    const failed = count('unexpected') + this.errors
    console.log(`${count('expected', 'flaky')} passed, ${failed} failed, ${count('skipped')} skipped`)
  }
}

function nameOf({ location, title }: TestCase): string {
  return `${location.file.replace(/^.*\/e2e\//, 'e2e/')}:${location.line} › ${title}`
}

/** What went wrong in the first run. */
function firstError({ results }: TestCase): string {
  return inOneLine(results[0]?.errors[0]?.message ?? results[0]?.status ?? 'not run')
}
