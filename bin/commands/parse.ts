import { z } from 'zod'
import { DEFAULT_PLANS, planTable } from '#lib/hap/plans/plan.ts'
import type { Ruleset } from '#lib/hap/rules/ruleset.ts'
import { policyOf } from '#lib/hap/semantics.ts'
import { checkRulesFile } from '#lib/rules-file/check-rules-file.ts'
import { type Command, EXIT, type Io, UsageError } from '../command.ts'
import { counted } from './lib/counted.ts'
import { loadRules, printFindings } from './lib/load-rules.ts'
import { parseOptions } from './lib/options.ts'

const OPTIONS = {
  entry: { type: 'string', short: 'e' },
  file: { type: 'string', short: 'f' },
  match: { type: 'string', short: 'm' },
} as const

export const command: Command = {
  help: `
Usage: hap parse -e 'RULE; RULE…' [-m JSON]
       hap parse -f FILE [-m JSON]

Checks rules as KEB does, with the options of KEB's own "hap parse", so that scripts for it keep working. "hap check" and "hap match"
have more options. Exit code, as with KEB's command: 0 when the rules are valid and, with -m, one matches; 1 for everything else.

  -e, --entry RULES   rules, separated by semicolons
  -f, --file FILE     a file with rules, instead of -e
  -m, --match JSON    the request to match: plan, platformRegion, hyperscalerRegion and hyperscaler`,

  async run(args, io) {
    try {
      const { values } = parseOptions(args, OPTIONS, { least: 0, most: 0 })
      const ruleset = await readRules(values, io)
      if (ruleset === null) return EXIT.wrong
      io.out(`${counted(ruleset.rules.length, 'rule')}, all valid.`)
      return values.match === undefined || printMatch(ruleset, values.match, io) ? EXIT.ok : EXIT.wrong
    } catch (error) {
      if (!(error instanceof UsageError)) throw error
      io.err(`hap parse: ${error.message}`)
      return EXIT.wrong
    }
  },
}

interface Source {
  readonly entry?: string | undefined
  readonly file?: string | undefined
}

/** KEB's command accepts every plan of KEB and requires a rule for none. */
const SETTINGS = { plans: planTable(DEFAULT_PLANS.byName.values(), []), policy: policyOf('keb') }

/** The rules; null when they are invalid, after printing why. Throws UsageError. */
async function readRules({ entry, file }: Source, io: Io): Promise<Ruleset | null> {
  const loaded = file === undefined ? readEntry(entry) : await loadRules(file, SETTINGS, io)
  printFindings(loaded, io)
  return loaded.ruleset
}

function readEntry(entry: string | undefined) {
  if (entry === undefined) throw new UsageError('give rules with -e, or a file with -f.')
  const list = entry.split(';').map(rule => `- ${JSON.stringify(rule.trim())}\n`)
  return { name: '-e', ...checkRulesFile(new TextEncoder().encode(list.join('')), SETTINGS.plans, SETTINGS.policy) }
}

const REQUIRED = z.string({ error: 'is missing' }).min(1, { error: 'is empty' })

const Asked = z.object({
  plan: REQUIRED,
  platformRegion: REQUIRED,
  hyperscalerRegion: REQUIRED,
  hyperscaler: REQUIRED,
})

/** Prints the rule of a request. Returns whether one matches; throws UsageError for an invalid request. */
function printMatch(ruleset: Ruleset, json: string, io: Io): boolean {
  const rule = ruleset.match(requestOf(json))
  io.out(rule ? `Rule ${rule.index + 1} matches: ${rule.text.trim()}` : 'No rule matches the request.')
  return rule !== null
}

function requestOf(json: string) {
  let value: unknown
  try {
    value = JSON.parse(json)
  } catch {
    throw new UsageError(`-m takes JSON, such as '{"plan": "aws", …}', not ${JSON.stringify(json)}.`)
  }
  const { data, error } = Asked.safeParse(value)
  if (data) return data
  const problems = error.issues.map(({ path, message }) => `${path.join('.') || 'it'} ${message}`)
  throw new UsageError(`-m is not a request: ${problems.join(', ')}.`)
}
