import { poolName } from '#lib/hap/pools/pool.ts'
import { formatRule } from '#lib/hap/rules/rule.ts'
import type { AttributeVerdict, RuleTrace } from '#lib/hap/rules/rule-trace.ts'
import type { SemanticsComparison } from '#lib/hap/selection/compare-semantics.ts'
import {
  type Candidate,
  type Decision,
  ESTIMATE_MESSAGE,
  type Outcome,
  reliesOnEstimate,
  type SearchStep,
} from '#lib/hap/selection/decision.ts'
import type { Semantics } from '#lib/hap/semantics.ts'
import { formatColumns, type Paint } from '#lib/util/terminal.ts'
import type { Io } from '../../command.ts'
import { counted } from './counted.ts'

/** Prints a decision like the simulator: outcome, rules, and each selector with its candidates. */
export function printDecision(decision: Decision, withInventory: boolean, io: Io): void {
  const { reasoning, request } = decision
  io.out(headline(decision, withInventory, io.paint))
  section(
    `Rules of plan ${request.plan}`,
    reasoning.rules.map(trace => ruleRow(trace, io.paint)),
    io,
  )
  for (const step of reasoning.steps) {
    section(`${step.purpose}: ${step.text}`, withInventory ? candidateRows(step, io.paint) : [], io)
  }
}

function headline({ outcome, pool, rule }: Decision, withInventory: boolean, paint: Paint): string {
  if (outcome.kind === 'wait' && !withInventory && pool && rule) {
    return paint('green', `Rule ${rule.index + 1} selects pool ${poolName(pool)}.`)
  }
  if (!('binding' in outcome)) return paint('red', outcome.message)
  return `${paint('green', outcome.message)}  ${paint('dim', `${clustersAfter(outcome)} after this request`)}`
}

/** `1 cluster`, `2 of 180 clusters (limits.aws)`. */
function clustersAfter({ clustersAfter: count, limit }: Extract<Outcome, { readonly binding: unknown }>): string {
  if (!limit) return counted(count, 'cluster')
  return `${count} of ${counted(limit.value, 'cluster')}${limit.setting ? ` (${limit.setting})` : ''}`
}

/** Prints the decision of KEB if it differs, with the documented differences. */
export function printDifference({ documented, keb, differences }: SemanticsComparison, io: Io): void {
  if (differences.length === 0) return
  io.out('')
  io.out(
    io.paint(
      'yellow',
      `KEB decides otherwise. As documented: ${documented.outcome.message} KEB: ${keb.outcome.message}`,
    ),
  )
  for (const difference of differences) io.out(differenceLine(difference, io.paint))
}

/** What differs and how, without the code of the difference, which explains nothing to a reader. */
export function differenceLine(
  { title, documented, keb }: Readonly<Record<'title' | 'documented' | 'keb', string>>,
  paint: Paint,
): string {
  return `  ${paint('bold', title.charAt(0).toUpperCase() + title.slice(1))}. Documented: ${documented}. KEB: ${keb}.`
}

/** Whether a decision rests on an estimate of KEB's count, see `reliesOnEstimate`. */
export function isEstimated(
  { pool, reasoning: { limit, steps } }: Decision,
  semantics: Semantics,
  { differences }: SemanticsComparison,
): boolean {
  const found = steps.map(({ purpose, candidates }) => ({
    purpose,
    selected: candidates.filter(({ selected }) => selected).length,
  }))
  return reliesOnEstimate({ pool, limit, steps: found }, semantics, differences.length > 0)
}

/** Prints that a decision rests on an estimate. */
export function printEstimate(io: Io): void {
  io.out('')
  io.out(io.paint('dim', ESTIMATE_MESSAGE))
}

/** A decision as JSON. */
export function decisionJson({ request, outcome, rule, pool, reasoning }: Decision): object {
  const { rules, steps, ...rest } = reasoning
  return {
    request,
    outcome: 'binding' in outcome ? { ...outcome, binding: outcome.binding.name } : outcome,
    rule: rule && { number: rule.index + 1, text: rule.text },
    pool,
    ...rest,
    rules: rules.map(({ rule: { index, text }, ...trace }) => ({ number: index + 1, text, ...trace })),
    steps: steps.map(({ selector: _, candidates, ...step }) => ({
      ...step,
      candidates: candidates.map(({ binding, ...candidate }) => ({
        binding: binding.name,
        kind: binding.kind,
        ...candidate,
      })),
    })),
  }
}

function section(title: string, rows: readonly (readonly string[])[], io: Io): void {
  io.out('')
  io.out(io.paint('bold', title))
  for (const line of formatColumns(rows)) io.out(`  ${line}`)
}

function ruleRow(
  { rule, platformRegion, hyperscalerRegion, verdict, words }: RuleTrace,
  paint: Paint,
): readonly string[] {
  const chosen = verdict === 'chosen'
  const text = formatRule(rule)
  return [
    String(rule.index + 1),
    chosen ? paint('bold', text) : text,
    `PR ${attribute(platformRegion, paint)}`,
    `HR ${attribute(hyperscalerRegion, paint)}`,
    chosen ? paint('green', words) : paint('dim', words),
  ]
}

function attribute({ wanted, ok }: AttributeVerdict, paint: Paint): string {
  if (wanted === null) return paint('dim', 'any')
  return ok ? wanted : paint('red', `wants ${wanted}`)
}

function candidateRows({ candidates, others, reached }: SearchStep, paint: Paint): readonly (readonly string[])[] {
  const rows = candidates.map(candidate => candidateRow(candidate, paint))
  const counts = Object.entries(others).map(([state, count]) => `${count} ${state}`)
  const rest = counts.length > 0 ? [[paint('dim', `others own: ${counts.join(', ')}`)]] : []
  if (rows.length === 0) return [[paint('dim', reached ? 'no binding' : 'not tried')], ...rest]
  return [...rows, ...rest]
}

function candidateRow(
  { binding, state, clusters, breakdown, reason, words }: Candidate,
  paint: Paint,
): readonly string[] {
  const chosen = reason === 'chosen'
  const { database, reserved, onlyInGardener } = breakdown
  const parts =
    reserved + onlyInGardener > 0
      ? ` (${database} in the database, ${reserved} reserved, ${onlyInGardener} only in Gardener)`
      : ''
  const count = `${counted(clusters, 'cluster')}${chosen ? parts : ''}`
  return [chosen ? paint('bold', binding.name) : binding.name, state, count, chosen ? paint('green', words) : words]
}
