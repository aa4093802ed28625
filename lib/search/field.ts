/** Units of a number with their factors: with `{ d: 1, y: 365 }` the text `2y` means 730. */
export type Units = Readonly<Record<string, number>>

/** A field of a searchable list. Search box and server share the fields of a page. */
export interface SearchField {
  /** Lower case, as typed before the colon: `state`. */
  readonly name: string
  /**
   * text: contains, or begins with when `prefix` is set · enum: equals one of `values`, or any value when there are none ·
   * number: `5`, `>5`, `5..9` · boolean: `true` or `false`, the bare name means `true` · time: `2026-11-21`, `24h`, and ranges.
   */
  readonly kind: 'text' | 'enum' | 'number' | 'boolean' | 'time'
  readonly description: string
  readonly values?: readonly string[]
  /** Suggested values of an open field, such as those of the landscape. */
  readonly examples?: readonly string[]
  readonly prefix?: boolean
  /** Alternative spellings of values, as printed on pages. */
  readonly aliases?: Readonly<Record<string, string>>
  readonly units?: Units
}

/** The value of a field in a row, times as RFC 3339; null without a value. */
export type FieldValue = string | number | boolean | readonly string[] | null
