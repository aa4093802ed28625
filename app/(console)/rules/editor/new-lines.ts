/** Which lines of a draft the rules in force do not have; white space does not count. `inForce` gives their text, which may become another one. */
export class NewLines {
  readonly #inForce: () => string
  #text: string | null = null
  #lines: ReadonlySet<string> = new Set()

  constructor(inForce: () => string) {
    this.#inForce = inForce
  }

  /** Whether other rules are in force than when a line was last asked about. */
  get outdated(): boolean {
    return this.#text !== this.#inForce()
  }

  has(line: string): boolean {
    const text = this.#inForce()
    if (this.#text !== text) {
      this.#text = text
      this.#lines = new Set(text.split('\n').map(each => each.trim()))
    }
    const trimmed = line.trim()
    return trimmed !== '' && !this.#lines.has(trimmed)
  }
}
