import { defaultProvider } from '../plans/plan.ts'
import { ANYBODY, type Request } from '../request.ts'
import { Decider } from '../selection/decider.ts'
import type { Inventory, SelectionConfig } from '../selection/selection-config.ts'
import { combinationAt, countCombinations, type Matrix } from './matrix.ts'
import { compareEnds, endKey, endOf, type MatrixEnd } from './matrix-end.ts'

/** Combinations that end alike; without a message where each has its own. */
export interface MatrixGroup extends MatrixEnd {
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
  const found = new Map<string, { end: MatrixEnd; combinations: number[]; alike: boolean }>()
  const decider = new Decider(inventory, config)
  const count = countCombinations(matrix)
  for (let number = 0; number < count; number++) {
    if (number % STEP === STEP - 1) yield
    const decision = decider.decide(requestAt(matrix, number, config))
    const [key, end] = [endKey(decision), endOf(decision)]
    const known = found.get(key)
    if (!known) {
      found.set(key, { end, combinations: [number], alike: true })
      continue
    }
    known.combinations.push(number)
    known.alike &&= known.end.message === end.message
  }
  const sorted = [...found.values()].sort((a, b) => compareEnds(a.end, b.end))
  const groupOf = Array.from({ length: count }, () => 0)
  sorted.forEach(({ combinations }, place) => {
    for (const number of combinations) groupOf[number] = place
  })
  return {
    groups: sorted.map(({ end, combinations, alike }) => {
      return { ...end, message: alike ? end.message : null, combinations: combinations.length }
    }),
    groupOf,
  }
}

/** The request of a combination as it is decided. */
export function requestAt(matrix: Matrix, number: number, { plans }: Pick<SelectionConfig, 'plans'>): Request {
  const request = combinationAt(matrix, number)
  const provider = request.provider || defaultProvider(plans.byName.get(request.plan))
  return { ...request, provider, globalAccount: request.globalAccount || ANYBODY }
}
