import type { Request } from '../request.ts'

/** Values for each field of a request; all combinations of them are meant. An empty list counts as one empty value. */
export type Matrix = Readonly<Record<keyof Request, readonly string[]>>

/** Order of the fields: the last changes fastest from one combination to the next. */
export const MATRIX_FIELDS = ['plan', 'provider', 'platformRegion', 'hyperscalerRegion', 'globalAccount'] as const

export type MatrixField = (typeof MATRIX_FIELDS)[number]

/** More are refused. */
export const MOST_COMBINATIONS = 30_000

/** Number of combinations of a matrix. */
export function countCombinations(matrix: Matrix): number {
  return MATRIX_FIELDS.reduce((count, field) => count * Math.max(1, matrix[field].length), 1)
}

/** The request of a combination by its number, from 0; as long as there are so many. */
export function combinationAt(matrix: Matrix, number: number): Request {
  const request = { plan: '', provider: '', platformRegion: '', hyperscalerRegion: '', globalAccount: '' }
  let rest = number
  for (const field of MATRIX_FIELDS.toReversed()) {
    const values = matrix[field]
    const count = Math.max(1, values.length)
    request[field] = values[rest % count] ?? ''
    rest = Math.floor(rest / count)
  }
  return request
}

/** What to leave out of a matrix with too many combinations: how many values the field with most of them may keep. */
interface Reduction {
  readonly field: MatrixField
  readonly values: number
  /** At least one; where even one is too many, other fields have to be reduced as well. */
  readonly keep: number
  readonly enough: boolean
}

/** Null for a matrix that is not too large. */
export function reductionOf(matrix: Matrix): Reduction | null {
  const count = countCombinations(matrix)
  if (count <= MOST_COMBINATIONS) return null
  const [field] = MATRIX_FIELDS.toSorted((a, b) => matrix[b].length - matrix[a].length)
  if (field === undefined) return null
  const values = matrix[field].length
  const others = count / values
  const keep = Math.floor(MOST_COMBINATIONS / others)
  return { field, values, keep: Math.max(1, keep), enough: keep >= 1 }
}
