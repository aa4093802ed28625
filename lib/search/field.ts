/** Units a number may be written with, and how many one of them is: `{ d: 1, y: 365 }` lets `2y` stand for 730. */
export type Units = Readonly<Record<string, number>>

/** What a list can be searched by. One list of these per page, read by the box and by the server alike. */
export interface SearchField {
  /** Lower case, as typed before the colon: `state`. */
  readonly name: string
  /**
   * text: contains, or begins with when `prefix` is set · enum: equals one of `values`, or any value when there are none ·
   * number: `5`, `>5`, `5..9` · boolean: `true` or `false`, and the bare name stands for `true` · time: `2026-11-21`, `24h`, and ranges.
   */
  readonly kind: 'text' | 'enum' | 'number' | 'boolean' | 'time'
  readonly description: string
  readonly values?: readonly string[]
  /** Offered while somebody types, where other values may be meant too: the landscape's own. */
  readonly examples?: readonly string[]
  readonly prefix?: boolean
  /** Other spellings of its values, as pages print them. */
  readonly aliases?: Readonly<Record<string, string>>
  readonly units?: Units
}

/** What one row holds under a field, a time as RFC 3339; null where it has nothing. */
export type FieldValue = string | number | boolean | readonly string[] | null
