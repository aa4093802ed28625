/** Maps uids, resourceVersions and generated names of two runs. Values that are equal in one run must be equal in the other. */
export class Identities {
  readonly #actual = new Map<string, string>()
  readonly #recorded = new Map<string, string>()

  /** Whether `actual` corresponds to `recorded`; the first occurrence defines the mapping. */
  match(kind: 'uid' | 'version' | 'name', recorded: string, actual: string): boolean {
    const [from, to] = [`${kind} ${recorded}`, `${kind} ${actual}`]
    const known = this.#actual.get(from)
    if (known !== undefined) return known === to
    if (this.#recorded.has(to)) return false
    this.#actual.set(from, to)
    this.#recorded.set(to, from)
    return true
  }
}
