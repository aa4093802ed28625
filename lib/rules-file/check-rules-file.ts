import type { Plans } from '#lib/hap/plans/plan.ts'
import { rulesetOfSource } from '#lib/hap/rules/rule-source.ts'
import type { Ruleset } from '#lib/hap/rules/ruleset.ts'
import type { Policy } from '#lib/hap/semantics.ts'
import { type Finding, findingsOf } from './finding.ts'
import { type ReadRulesFile, readRulesFile } from './read-rules-file.ts'

/** A rule file as far as it could be read, and everything that is to be said about it. */
export interface CheckedRules {
  readonly read: ReadRulesFile
  /** Null where the file or its rules are wrong; then at least one finding is an error. */
  readonly ruleset: Ruleset | null
  readonly findings: readonly Finding[]
}

/** Reads the bytes of a rule file and checks its rules. Never throws. */
export function checkRulesFile(bytes: Uint8Array, plans: Plans, policy: Policy): CheckedRules {
  const read = readRulesFile(bytes)
  if ('problems' in read) return { read, ruleset: null, findings: findingsOf(read, []) }
  const { ruleset, diagnostics } = rulesetOfSource(read.file.source, plans, policy)
  const isWhole = read.file.unreadable.length === 0
  return { read, ruleset: isWhole ? ruleset : null, findings: findingsOf(read, diagnostics) }
}
