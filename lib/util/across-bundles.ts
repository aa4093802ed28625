/** A value that all bundles of the process share, created by the first call: Next.js loads a module once per bundle. */
export function onePerProcess<T>(name: string, make: () => T): T {
  const key = Symbol.for(`hap.${name}`)
  const shared: typeof globalThis & { [key]?: T } = globalThis
  shared[key] ??= make()
  return shared[key]
}

const marks = new WeakMap<object, symbol>()

/**
 * Makes `instanceof` of an error class accept instances of other bundles: Next.js loads a module once per bundle, and routes catch errors of
 * the runtime's bundle. An unmarked subclass keeps the ordinary meaning.
 */
export function sameAcrossBundles(type: { readonly prototype: object }, name: string): void {
  const mark = Symbol.for(`hap.${name}`)
  marks.set(type, mark)
  Object.defineProperty(type.prototype, mark, { value: true })
  Object.defineProperty(type, Symbol.hasInstance, {
    value(this: object, value: unknown): boolean {
      const own = marks.get(this)
      if (own === undefined) return Function.prototype[Symbol.hasInstance].call(this, value)
      return typeof value === 'object' && value !== null && own in value
    },
  })
}
