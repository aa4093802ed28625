import type { Units } from './field.ts'

/** Half-open range of characters in the text that was searched. */
export interface TextRange {
  readonly start: number
  readonly end: number
}

/** A number between two bounds; a missing bound is infinite. `exact` bounds are closed, `>5` is open. */
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
  /** Quotes keep blanks in it, and a flag's name from being the flag. */
  readonly quoted: boolean
}

export interface TextTerm extends Base {
  readonly kind: 'text' | 'enum'
  readonly field: string
  /** As typed, without quotes; any of them may match. */
  readonly values: readonly string[]
}

interface NumberTerm extends Base {
  readonly kind: 'number'
  readonly field: string
  readonly values: readonly NumberRange[]
  /** Those of its field, to write it as people read it. */
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
  /** As typed: what is meant may depend on the moment it is read. */
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
  /** A sentence for the person who typed it: what, and what to do. */
  readonly message: string
  readonly range: TextRange
}
