import { DEFAULT_PLANS, type Plans } from '#lib/hap/plans/plan.ts'
import { parsePlans } from '#lib/hap/plans/plans-document.ts'
import { type Policy, policyOf } from '#lib/hap/semantics.ts'
import { type CheckedRules, checkRulesFile } from '#lib/rules-file/check-rules-file.ts'
import { MAX_FILE_BYTES } from '#lib/rules-file/decode-text.ts'
import { type Io, UsageError } from '../../command.ts'
import { listOf, semanticsOf } from './options.ts'
import { readDocument } from './read-document.ts'

/** Options of every command that reads rules. */
export const RULE_OPTIONS = {
  json: { type: 'boolean', default: false },
  semantics: { type: 'string' },
  plans: { type: 'string' },
  required: { type: 'string' },
} as const

export const RULE_OPTIONS_HELP = `
  --semantics documented|keb  what the documents say (default), or what KEB does
  --plans FILE                plans and their providers, as a mapping such as "aws: [aws]"
  --required LIST             plans that need a rule, separated by commas; default: those of the built-in table
  --json                      for machines`

interface RuleOptions {
  readonly semantics?: string | undefined
  readonly plans?: string | undefined
  readonly required?: string | undefined
}

/** A checked rule file and what people call it. */
export interface LoadedRules extends CheckedRules {
  readonly name: string
}

interface RuleSettings {
  readonly plans: Plans
  readonly policy: Policy
}

/** What the options say about plans and semantics. Throws UsageError for a plans file that cannot be used. */
export async function ruleSettings(options: RuleOptions, io: Io): Promise<RuleSettings> {
  return { plans: await plansOf(options, io), policy: policyOf(semanticsOf(options.semantics)) }
}

/** Reads and checks a rule file. Throws UsageError only where there is no such file. */
export async function loadRules(file: string, { plans, policy }: RuleSettings, io: Io): Promise<LoadedRules> {
  const name = file === '-' ? '(standard input)' : file
  return { name, ...checkRulesFile(await io.read(file, MAX_FILE_BYTES), plans, policy) }
}

async function plansOf(options: RuleOptions, io: Io): Promise<Plans> {
  const required = listOf(options.required)
  const document = options.plans === undefined ? providersByPlan(DEFAULT_PLANS) : await readDocument(options.plans, io)
  const result = parsePlans(document, required, DEFAULT_PLANS)
  if ('problems' in result) throw new UsageError(result.problems.join(' '))
  return result.plans
}

function providersByPlan(plans: Plans): object {
  return Object.fromEntries(Array.from(plans.byName.values(), plan => [plan.name, plan.providers]))
}
