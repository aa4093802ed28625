import type { Units } from './field.ts'

/** Half-open range of characters in the search text. */
export interface TextRange {
  readonly start: number
  readonly end: number
}

/** A range of numbers; a missing bound is infinite. */
export interface NumberRange {
  readonly low: number
  readonly high: number
  readonly lowOpen: boolean
  readonly highOpen: boolean
}

interface Base {
  readonly negated: boolean
  readonly range: TextRange
}

interface WordTerm extends Base {
  readonly kind: 'word'
  /** As typed, without quotes. */
  readonly text: string
  /** A quoted word may contain blanks, and is never a flag. */
  readonly quoted: boolean
}

export interface TextTerm extends Base {
  readonly kind: 'text' | 'enum'
  readonly field: string
  /** As typed, without quotes; combined by OR. */
  readonly values: readonly string[]
}

interface NumberTerm extends Base {
  readonly kind: 'number'
  readonly field: string
  readonly values: readonly NumberRange[]
  /** Units of the field, for formatting. */
  readonly units?: Units
}

interface BooleanTerm extends Base {
  readonly kind: 'boolean'
  readonly field: string
  readonly value: boolean
}

interface TimeTerm extends Base {
  readonly kind: 'time'
  readonly field: string
  /** As typed, because relative times depend on the time of evaluation. */
  readonly values: readonly string[]
}

export type Term = WordTerm | TextTerm | NumberTerm | BooleanTerm | TimeTerm

export type SearchErrorCode =
  | 'too-long'
  | 'too-many-terms'
  | 'unclosed-quote'
  | 'unknown-field'
  | 'missing-value'
  | 'unknown-value'
  | 'not-a-number'
  | 'not-a-boolean'
  | 'not-a-time'

export interface SearchError {
  readonly code: SearchErrorCode
  /** The problem and what to do, as a sentence. */
  readonly message: string
  readonly range: TextRange
}
