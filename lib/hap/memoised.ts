/** A function of a name that is computed once for each. */
export function memoised<Value>(compute: (name: string) => Value): (name: string) => Value {
  const known = new Map<string, Value>()
  return name => {
    if (!known.has(name)) known.set(name, compute(name))
    return known.get(name) as Value
  }
}
