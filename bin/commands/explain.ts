import { type Plans, planTable } from '#lib/hap/plans/plan.ts'
import { BINDING_KINDS, type BindingKind, KEB_KINDS } from '#lib/hap/pools/binding.ts'
import { PoolIndex } from '#lib/hap/pools/pool-index.ts'
import { compareSemantics } from '#lib/hap/selection/compare-semantics.ts'
import { decide } from '#lib/hap/selection/decide.ts'
import { formatColumns } from '#lib/util/terminal.ts'
import { type Command, EXIT, type Io, UsageError } from '../command.ts'
import { Evaluated, Rules } from './lib/console-answers.ts'
import {
  atConsole,
  CONSOLE_OPTIONS,
  CONSOLE_OPTIONS_HELP,
  type ConsoleClient,
  consoleOf,
} from './lib/console-client.ts'
import { fileUsage } from './lib/file-usage.ts'
import { loadRules, printFindings, RULE_OPTIONS, RULE_OPTIONS_HELP, ruleSettings } from './lib/load-rules.ts'
import {
  inOptions,
  listOf,
  parseOptions,
  REQUEST_OPTIONS,
  REQUEST_OPTIONS_HELP,
  type RequestOptions,
  requestOf,
  semanticsOf,
} from './lib/options.ts'
import {
  decisionJson,
  differenceLine,
  isEstimated,
  printDecision,
  printDifference,
  printEstimate,
} from './lib/print-decision.ts'
import { readInventory } from './lib/read-inventory.ts'

export const command: Command = {
  help: `
Usage: hap explain --plan NAME [OPTION…] FILE [INVENTORY…]
       hap explain --plan NAME [OPTION…] [--console URL]

Prints what a request gets and why: every rule of its plan, the label selectors, every candidate with the reason why it is chosen
or skipped, counts and limits, and where KEB decides otherwise. An inventory is JSON or YAML with bindings, shoots,
instances and multiAccount as in conformance cases, or the output of "kubectl get credentialsbindings,secretbindings,shoots -o json".
Without instances, the count of KEB is estimated from shoots; the output says so. Without an inventory it stops at the selectors.

Without files it uses a console with its current rules, plans and inventory. Exit code 0: the request gets a binding; 1: it does not.
${REQUEST_OPTIONS_HELP}
  --keb-kinds KIND,…          kinds of bindings that KEB selects; default: CredentialsBinding, as since June 2026
  --at TIME                   time of the decision, for holds that end; default: now
${RULE_OPTIONS_HELP}
${CONSOLE_OPTIONS_HELP.replace(/\n {2}--json.*/, '')}`,

  async run(args, io) {
    const options = {
      ...CONSOLE_OPTIONS,
      ...RULE_OPTIONS,
      ...REQUEST_OPTIONS,
      at: { type: 'string' },
      'keb-kinds': { type: 'string' },
    } as const
    const { values, files } = parseOptions(args, options, { least: 0, most: 100 })
    const [first] = files
    if (first === undefined || values.console !== undefined) {
      for (const given of ['plans', 'required', 'at', 'keb-kinds'] as const)
        if (values[given] !== undefined)
          throw new UsageError(`--${given} needs files: a console uses its own settings.`)
      if (first !== undefined) throw new UsageError('give either files or --console.')
      const question = {
        request: values,
        semantics: values.semantics && semanticsOf(values.semantics),
        json: values.json,
      }
      return explainAtConsole(await consoleOf(values, io), question, io)
    }
    const settings = await ruleSettings(values, io)
    const kebKinds = kindsOf(values['keb-kinds'])
    const request = requestOf(values, settings.plans)
    const [rules = '-', ...inventories] = files
    const loaded = await loadRules(rules, settings, io)
    const { ruleset } = loaded
    if (!ruleset) {
      printFindings(loaded, io)
      return EXIT.wrong
    }
    const found = await readInventory(inventories, io)
    const usage = fileUsage(found)
    const inventory = { bindings: PoolIndex.of(found.bindings), usage }
    const config = { ...settings, ruleset, multiAccount: found.multiAccount, kebKinds, at: momentOf(values.at) }
    const decision = decide(request, inventory, config)
    const comparison = compareSemantics(request, inventory, config)
    const withInventory = inventories.length > 0
    const estimated =
      withInventory && usage.estimated && isEstimated(decision, semanticsOf(values.semantics), comparison)
    if (values.json) {
      io.out(JSON.stringify({ ...decisionJson(decision), differences: comparison.differences, estimated }, null, 2))
    } else {
      printDecision(decision, withInventory, io)
      printDifference(comparison, io)
      if (estimated) printEstimate(io)
    }
    const served = withInventory ? 'binding' in decision.outcome : decision.outcome.kind === 'wait'
    return served ? EXIT.ok : EXIT.wrong
  },
}

function momentOf(time: string | undefined): number {
  const at = time === undefined ? Date.now() : Date.parse(time)
  if (Number.isNaN(at)) throw new UsageError(`--at takes a time such as 2026-11-21T08:00:00Z, not "${time}".`)
  return at
}

/** Throws UsageError for an unknown kind. */
function kindsOf(text: string | undefined): readonly BindingKind[] {
  const names = listOf(text) ?? KEB_KINDS
  const kinds = BINDING_KINDS.filter(kind => names.includes(kind))
  if (kinds.length === 0 || kinds.length < names.length)
    throw new UsageError(`--keb-kinds takes kinds out of ${BINDING_KINDS.join(', ')}, not "${text}".`)
  return kinds
}

interface Question {
  readonly request: RequestOptions
  readonly semantics: string | undefined
  readonly json: boolean
}

/** Explains a request by the current rules and inventory of a console. */
export function explainAtConsole(
  client: ConsoleClient,
  { request, semantics, json }: Question,
  io: Io,
): Promise<number> {
  const ask = async () => {
    const body = { ...requestOf(request, await plansOf(client)), ...(semantics !== undefined && { semantics }) }
    const { value } = await client.ask('simulator/evaluate', Evaluated, { method: 'POST', body })
    const { decision } = value.simulation
    if (json) io.out(JSON.stringify(value, null, 2))
    else print(value, io)
    return 'binding' in decision.outcome ? EXIT.ok : EXIT.wrong
  }
  return atConsole(io, ask, inOptions)
}

/** The plans of the console. */
async function plansOf(client: ConsoleClient): Promise<Plans> {
  const { plans } = (await client.ask('rules', Rules)).value
  return planTable(plans, [])
}

function print({ simulation: { decision, other } }: (typeof Evaluated)['_output'], io: Io): void {
  const { outcome, rules, steps } = decision
  io.out(io.paint('binding' in outcome ? 'green' : 'red', outcome.message))
  section(
    'Rules',
    rules.map(({ rule, verdict, words }) => [
      String(rule.index + 1),
      rule.text,
      io.paint(verdict === 'chosen' ? 'green' : 'dim', words),
    ]),
    io,
  )
  for (const { purpose, requirements, reached, candidates, more } of steps) {
    const rows = candidates.map(({ binding, state, clusters, words }) => [binding.name, state, String(clusters), words])
    const rest = more > 0 ? [[io.paint('dim', `and ${more} more`)]] : []
    const none = rows.length === 0 ? [[io.paint('dim', reached ? 'no binding' : 'not tried')]] : []
    section(`${purpose}: ${requirements?.join(',') ?? 'no selector'}`, [...rows, ...rest, ...none], io)
  }
  if (other === null || other.differences.length === 0) return
  io.out('')
  io.out(io.paint('yellow', `Under ${other.semantics} semantics: ${other.outcome.message}`))
  for (const difference of other.differences) io.out(differenceLine(difference, io.paint))
}

function section(title: string, rows: readonly (readonly string[])[], io: Io): void {
  io.out('')
  io.out(io.paint('bold', title))
  for (const line of formatColumns(rows)) io.out(`  ${line}`)
}
