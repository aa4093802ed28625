import { formatCount } from '#lib/util/format.ts'
import { MATRIX_FIELDS, type Matrix, type MatrixField, reductionOf } from './matrix.ts'

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
