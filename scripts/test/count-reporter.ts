import type { Reporter, TestModule } from 'vitest/node'
import { describeError } from './describe-error.ts'
import { formatFileSeconds } from './slowest-files.ts'

/**
 * Prints the seconds of each file, a line for each failed test and `N passed, N failed, N skipped` after a vitest run, for the test
 * command. A file that could not run counts as one failure.
 */
export default class CountReporter implements Reporter {
  onTestRunEnd(
    modules: readonly TestModule[],
    errors: readonly { readonly message: string; readonly stack?: string }[],
  ): void {
    let passed = 0
    let skipped = 0
    const failed: string[] = errors.map(error => `outside any test: ${describeError(error)}`)
    for (const module of modules) {
      const file = module.relativeModuleId
      console.log(formatFileSeconds(secondsOf(module), file))
      failed.push(...module.errors().map(error => `${file}: ${describeError(error)}`))
      for (const test of module.children.allTests()) {
        const { state, errors: wrong } = test.result()
        if (state === 'passed') passed++
        if (state === 'failed')
          failed.push(`${file} › ${test.fullName}: ${describeError(wrong[0] ?? { message: 'failed' })}`)
        if (state === 'skipped') skipped++
      }
    }
    for (const line of failed) console.log(`✗ ${line}`)
    console.log(`${passed} passed, ${failed.length} failed, ${skipped} skipped`)
  }
}

/** Seconds of the file's imports, hooks and tests. */
function secondsOf(module: TestModule): number {
  const { environmentSetupDuration, prepareDuration, collectDuration, setupDuration, duration } = module.diagnostic()
  return (environmentSetupDuration + prepareDuration + collectDuration + setupDuration + duration) / 1000
}
