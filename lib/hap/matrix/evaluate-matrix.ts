import { defaultProvider } from '../plans/plan.ts'
import { type Pool, poolKey } from '../pools/pool.ts'
import { ANYBODY, type Request } from '../request.ts'
import type { Rule } from '../rules/rule.ts'
import { decide } from '../selection/decide.ts'
import type { Outcome } from '../selection/decision.ts'
import type { Inventory, SelectionConfig } from '../selection/selection-config.ts'
import { combinationAt, countCombinations, type Matrix } from './matrix.ts'

/** Combinations that end alike. */
export interface MatrixGroup {
  readonly outcome: Outcome['kind']
  /** Null when none matched. */
  readonly rule: Rule | null
  /** Null without a rule. */
  readonly pool: Pool | null
  /** Why there is no account, of the first combination; null where it gets one. */
  readonly message: string | null
  readonly combinations: number
}

interface MatrixResult {
  /** Those no rule fits first, then others that get no account, then by what they get; by rule in file order among each. */
  readonly groups: readonly MatrixGroup[]
  /** For each combination by its number: the place of its group. */
  readonly groupOf: readonly number[]
}

const STEP = 500

/**
 * Decides every combination of a matrix as a single request is decided; keeps what it comes to, and no candidates. An empty provider is the
 * first one of the plan, an empty global account a new one. Yields every few hundred, so that whoever runs it can do something else in between.
 */
export function* evaluateMatrix(
  matrix: Matrix,
  inventory: Inventory,
  config: SelectionConfig,
): Generator<undefined, MatrixResult, undefined> {
  const found = new Map<string, { group: MatrixGroup; combinations: number[] }>()
  const count = countCombinations(matrix)
  for (let number = 0; number < count; number++) {
    if (number % STEP === STEP - 1) yield
    const { outcome, rule, pool } = decide(requestAt(matrix, number, config), inventory, config)
    const { kind } = outcome
    const key = `${kind} ${'reason' in outcome ? outcome.reason : ''} ${rule?.index ?? ''} ${pool ? poolKey(pool) : ''}`
    const known = found.get(key)
    if (known) known.combinations.push(number)
    else {
      const message = 'binding' in outcome ? null : outcome.message
      found.set(key, { group: { outcome: kind, rule, pool, message, combinations: 0 }, combinations: [number] })
    }
  }
  const sorted = [...found.values()].sort((a, b) => compareGroups(a.group, b.group))
  const groupOf = Array.from({ length: count }, () => 0)
  sorted.forEach(({ combinations }, place) => {
    for (const number of combinations) groupOf[number] = place
  })
  return {
    groups: sorted.map(({ group, combinations }) => ({ ...group, combinations: combinations.length })),
    groupOf,
  }
}

/** The request of a combination as it is decided. */
export function requestAt(matrix: Matrix, number: number, { plans }: Pick<SelectionConfig, 'plans'>): Request {
  const request = combinationAt(matrix, number)
  const provider = request.provider || defaultProvider(plans.byName.get(request.plan))
  return { ...request, provider, globalAccount: request.globalAccount || ANYBODY }
}

/** What needs somebody's eye first. */
const ORDER: readonly Outcome['kind'][] = ['no-rule', 'refused', 'guard', 'wait', 'claim', 'reuse', 'shared']

function compareGroups(a: MatrixGroup, b: MatrixGroup): number {
  return ORDER.indexOf(a.outcome) - ORDER.indexOf(b.outcome) || (a.rule?.index ?? -1) - (b.rule?.index ?? -1)
}
