import { formatCount } from '#lib/util/format.ts'
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

/** Field names as the form has them, for sentences. */
export const FIELD_NAMES: Readonly<Record<MatrixField, string>> = {
  plan: 'Plan',
  provider: 'Provider',
  platformRegion: 'Platform region',
  hyperscalerRegion: 'Hyperscaler region',
  globalAccount: 'Global account',
}

/** The values of a text, each once: between commas, white space or line ends. */
export function valuesOf(text: string): readonly string[] {
  return [...new Set(text.split(/[\s,]+/).filter(value => value !== ''))]
}

/** A matrix from the texts of the form or of the address. */
export function matrixFrom(textOf: (field: MatrixField) => string): Matrix {
  return {
    plan: valuesOf(textOf('plan')),
    provider: valuesOf(textOf('provider')),
    platformRegion: valuesOf(textOf('platformRegion')),
    hyperscalerRegion: valuesOf(textOf('hyperscalerRegion')),
    globalAccount: valuesOf(textOf('globalAccount')),
  }
}

/** How the number of combinations comes about: `2 plans × 3 platform regions`; empty while every field has one value at most. */
export function factorsOf(matrix: Matrix): string {
  const factors = MATRIX_FIELDS.filter(field => matrix[field].length > 1)
  return factors.map(field => `${formatCount(matrix[field].length)} ${FIELD_NAMES[field].toLowerCase()}s`).join(' × ')
}

/** What to leave out of a matrix that has too many combinations, a sentence; null where it has not. */
export function adviceOn(matrix: Matrix): string | null {
  const reduction = reductionOf(matrix)
  if (!reduction) return null
  const { field, values, keep, enough } = reduction
  const name = FIELD_NAMES[field]
  const most = keep === 1 ? 'one' : formatCount(keep)
  const first = `${name} has ${formatCount(values)} values: keep ${most} of them`
  return enough ? `${first}.` : `${first}, and reduce another field as well.`
}
