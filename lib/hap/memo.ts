/** Memoises a function of a name. */
export function memoize<Value>(compute: (name: string) => Value): (name: string) => Value {
  const known = new Map<string, Value>()
  return name => {
    if (!known.has(name)) known.set(name, compute(name))
    return known.get(name) as Value
  }
}

class Branch<Value> {
  /** Most branches are leaves, so the map is created lazily. */
  branches: Map<string, Branch<Value>> | undefined = undefined
  value: Value | undefined = undefined
}

/**
 * Cache with a tuple of texts as key. A trie avoids joining and hashing one long key for each of
 * thousands of requests, and needs no separator.
 */
export class TupleCache<Value extends NonNullable<unknown>> {
  readonly #root = new Branch<Value>()

  get(texts: readonly string[], make: () => Value): Value {
    let branch = this.#root
    for (const text of texts) {
      branch.branches ??= new Map()
      let next = branch.branches.get(text)
      if (next === undefined) {
        next = new Branch()
        branch.branches.set(text, next)
      }
      branch = next
    }
    branch.value ??= make()
    return branch.value
  }
}
