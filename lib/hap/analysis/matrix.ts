import { formatCount } from '#lib/util/format.ts'
import type { Request } from '../request.ts'

/**
 * Values of each field of a request; a matrix means all combinations. An empty list counts as one
 * empty value.
 */
export type Matrix = Readonly<Record<keyof Request, readonly string[]>>

/** Order of the fields; the last varies fastest. */
export const MATRIX_FIELDS = ['plan', 'provider', 'platformRegion', 'hyperscalerRegion', 'globalAccount'] as const

export type MatrixField = (typeof MATRIX_FIELDS)[number]

/** Maximum number of combinations. */
export const MAX_COMBINATIONS = 30_000

/** Counts the combinations of a matrix. */
export function countCombinations(matrix: Matrix): number {
  return MATRIX_FIELDS.reduce((count, field) => count * Math.max(1, matrix[field].length), 1)
}

/** Builds the request of a combination, numbered from 0. */
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

/** Proposal for a matrix with too many combinations: values to keep in its largest field. */
interface Reduction {
  readonly field: MatrixField
  readonly values: number
  /** At least one; other fields must shrink too when one is still too many. */
  readonly keep: number
  readonly enough: boolean
}

/** Returns null for a matrix within the limit. */
export function reductionOf(matrix: Matrix): Reduction | null {
  const count = countCombinations(matrix)
  if (count <= MAX_COMBINATIONS) return null
  const [field] = MATRIX_FIELDS.toSorted((a, b) => matrix[b].length - matrix[a].length)
  if (field === undefined) return null
  const values = matrix[field].length
  const others = count / values
  const keep = Math.floor(MAX_COMBINATIONS / others)
  return { field, values, keep: Math.max(1, keep), enough: keep >= 1 }
}

/** Labels of the fields in the form. */
export const FIELD_NAMES: Readonly<Record<MatrixField, string>> = {
  plan: 'Plan',
  provider: 'Provider',
  platformRegion: 'Platform region',
  hyperscalerRegion: 'Hyperscaler region',
  globalAccount: 'Global account',
}

/** Parses unique values separated by commas or white space. */
export function parseValues(text: string): readonly string[] {
  return [...new Set(text.split(/[\s,]+/).filter(value => value !== ''))]
}

/** Parses a matrix from the texts of the form or the URL. */
export function parseMatrix(textOf: (field: MatrixField) => string): Matrix {
  return {
    plan: parseValues(textOf('plan')),
    provider: parseValues(textOf('provider')),
    platformRegion: parseValues(textOf('platformRegion')),
    hyperscalerRegion: parseValues(textOf('hyperscalerRegion')),
    globalAccount: parseValues(textOf('globalAccount')),
  }
}

/**
 * Formats the factors of the number of combinations: `2 plans × 3 platform regions`; empty for at
 * most one value per field.
 */
export function formatFactors(matrix: Matrix): string {
  const factors = MATRIX_FIELDS.filter(field => matrix[field].length > 1)
  return factors.map(field => `${formatCount(matrix[field].length)} ${FIELD_NAMES[field].toLowerCase()}s`).join(' × ')
}

/**
 * Advises how to shrink a matrix with too many combinations, as a sentence; null when it is within
 * the limit.
 */
export function reductionAdvice(matrix: Matrix): string | null {
  const reduction = reductionOf(matrix)
  if (!reduction) return null
  const { field, values, keep, enough } = reduction
  const name = FIELD_NAMES[field]
  const most = keep === 1 ? 'one' : formatCount(keep)
  const first = `${name} has ${formatCount(values)} values; the maximum is ${most}`
  return enough ? `${first}.` : `${first}, and reduce another field as well.`
}
