import type { MultiAccount } from '#lib/hap/lifecycle/multi-account.ts'
import { DEFAULT_MULTI_ACCOUNT, parseMultiAccount } from '#lib/hap/lifecycle/multi-account-document.ts'
import { Lines } from '#lib/rules-file/file-problem.ts'
import type { FileReport } from './file-report.ts'
import { readDocument } from './read-document.ts'

/** Allowlist and limits of HAP_MULTI_ACCOUNT_FILE in the form of seed 003, or without one that seed's own example. */
export function loadMultiAccount(file: string | null): FileReport<MultiAccount> {
  if (file === null) {
    return { file: 'the built-in settings', value: DEFAULT_MULTI_ACCOUNT, findings: [], lines: new Lines('') }
  }
  return readDocument(file, 'HAP_MULTI_ACCOUNT_FILE', document => {
    const result = parseMultiAccount(document)
    return 'problems' in result ? result : { value: result.multiAccount }
  })
}
