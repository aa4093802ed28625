/** A function of a name that is computed once for each. */
export function memoised<Value>(compute: (name: string) => Value): (name: string) => Value {
  const known = new Map<string, Value>()
  return name => {
    if (!known.has(name)) known.set(name, compute(name))
    return known.get(name) as Value
  }
}

class Branch<Value> {
  /** Most branches end, and have none. */
  branches: Map<string, Branch<Value>> | undefined = undefined
  value: Value | undefined = undefined
}

/**
 * What is made once for each of several texts that belong together. They are looked up one by one: a single text of all would have to be
 * put together and hashed again for each of thousands of requests, and where one ends and the next begins would have to be told.
 */
export class ByTexts<Value extends NonNullable<unknown>> {
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
