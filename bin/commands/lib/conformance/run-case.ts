import type { Policy } from '#lib/hap/semantics.ts'
import type { Case } from './case-schema.ts'
import { runAllowlistCase, runCleanupCase, runLimitCase, runMetricsCase, runReleaseCase } from './run-lifecycle-case.ts'
import { runParseCase, runValidateCase } from './run-rules-case.ts'
import { runMatchCase, runSelectCase } from './run-select-case.ts'

/** What the engine says about a case under a policy, in the shape of the case's `expect`. */
export function runCase(test: Case, policy: Policy): unknown {
  switch (test.kind) {
    case 'parse':
      return runParseCase(test, policy)
    case 'validate':
      return runValidateCase(test, policy)
    case 'match':
      return runMatchCase(test, policy)
    case 'select':
      return runSelectCase(test, policy)
    case 'release':
      return runReleaseCase(test, policy)
    case 'cleanup':
      return runCleanupCase(test, policy)
    case 'limit':
      return runLimitCase(test, policy)
    case 'allowlist':
      return runAllowlistCase(test)
    case 'metrics':
      return runMetricsCase(test)
  }
}
