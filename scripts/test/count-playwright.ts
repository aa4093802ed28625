import type { FullResult, Reporter, TestCase } from '@playwright/test/reporter'
import { describeError } from './describe-error.ts'
import { formatFileSeconds } from './slowest-files.ts'

/**
 * Prints the seconds of each file, a line for each failed test and `N passed, N failed, N skipped` after a Playwright run, for the
 * test command.
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
    const count = (outcome: ReturnType<TestCase['outcome']>) => tests.filter(test => test.outcome() === outcome).length
    const seconds = new Map<string, number>()
    for (const test of tests) seconds.set(fileOf(test), (seconds.get(fileOf(test)) ?? 0) + secondsOf(test))
    for (const [file, sum] of seconds) console.log(formatFileSeconds(sum, file))
    for (const test of tests)
      if (test.outcome() === 'unexpected')
        console.log(`✗ ${fileOf(test)}:${test.location.line} › ${test.title}: ${firstError(test)}`)
    const failed = count('unexpected') + this.errors
    console.log(`${count('expected')} passed, ${failed} failed, ${count('skipped')} skipped`)
  }
}

const fileOf = ({ location }: TestCase) => location.file.replace(/^.*\/e2e\//, 'e2e/')

const secondsOf = ({ results }: TestCase) => results.reduce((sum, { duration }) => sum + duration, 0) / 1000

/** The second error of a test that timed out contains the statement that it waited for. */
function firstError({ results: [result] }: TestCase): string {
  const errors = result?.errors ?? []
  const stack = errors.map(error => error.stack ?? '').join('\n')
  return describeError({ message: errors[0]?.message ?? result?.status ?? 'not run', stack })
}
