import { createHash } from 'node:crypto'

/** Times a statement has come before it gets a name. */
const OFTEN = 5

/** Most names: each connection keeps every named statement for as long as it lives. */
const MOST = 100

/** Most texts whose times are counted. */
const COUNTED = 1_000

/**
 * Names for statements that come again and again with the same text: the server parses and plans a named one once per connection,
 * which takes longer than to carry it out. What varies with its parameters, such as lists, gets none.
 */
export class StatementNames {
  readonly #names = new Map<string, string>()
  readonly #times = new Map<string, number>()

  /** Empty: without a name. */
  nameOf(sql: string): string {
    const known = this.#names.get(sql) ?? ''
    if (known !== '' || this.#names.size === MOST) return known
    const times = (this.#times.get(sql) ?? 0) + 1
    if (times < OFTEN) {
      if (this.#times.size === COUNTED) this.#times.clear()
      this.#times.set(sql, times)
      return ''
    }
    this.#times.delete(sql)
    // By the text: several clients may share a session.
    const name = `hap_${createHash('sha256').update(sql).digest('hex').slice(0, 32)}`
    this.#names.set(sql, name)
    return name
  }
}
