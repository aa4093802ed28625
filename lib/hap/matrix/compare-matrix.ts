import { type AnswerPart, answerDifference } from '../selection/answer-difference.ts'
import { Decider } from '../selection/decider.ts'
import type { Inventory, SelectionConfig } from '../selection/selection-config.ts'
import { requestAt } from './evaluate-matrix.ts'
import { countCombinations, type Matrix } from './matrix.ts'
import { compareEnds, endKey, endOf, type MatrixEnd } from './matrix-end.ts'

/** Combinations that part in the same way. */
export interface MatrixDifference {
  readonly left: MatrixEnd
  readonly right: MatrixEnd
  readonly parts: readonly AnswerPart[]
  /** Of the combinations, ascending. */
  readonly numbers: readonly number[]
}

const STEP = 250

/**
 * Decides every combination of a matrix on both sides. Out: those that differ, grouped by what they come to on either side; what the
 * right side leaves without an account first. Yields every few hundred.
 */
export function* compareMatrix(
  matrix: Matrix,
  inventory: Inventory,
  { left, right }: { readonly left: SelectionConfig; readonly right: SelectionConfig },
): Generator<undefined, readonly MatrixDifference[], undefined> {
  const found = new Map<string, MatrixDifference & { readonly numbers: number[] }>()
  const [leftDecider, rightDecider] = [new Decider(inventory, left), new Decider(inventory, right)]
  const count = countCombinations(matrix)
  for (let number = 0; number < count; number++) {
    if (number % STEP === STEP - 1) yield
    const a = leftDecider.decide(requestAt(matrix, number, left))
    const b = rightDecider.decide(requestAt(matrix, number, right))
    const parts = answerDifference(a, b)
    if (parts.length === 0) continue
    const key = `${endKey(a)} > ${endKey(b)} ${parts.join()}`
    const known = found.get(key)
    if (known) known.numbers.push(number)
    else found.set(key, { left: endOf(a), right: endOf(b), parts, numbers: [number] })
  }
  return [...found.values()].sort((a, b) => compareEnds(a.right, b.right) || compareEnds(a.left, b.left))
}
