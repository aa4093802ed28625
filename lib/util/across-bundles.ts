/**
 * One value of this name for the whole process, made when it is first asked for: Next.js loads a module once per bundle, and each copy
 * would make its own of what is kept of thousands of objects.
 */
export function onePerProcess<T>(name: string, make: () => T): T {
  const key = Symbol.for(`hap.${name}`)
  const kept: typeof globalThis & { [key]?: T } = globalThis
  kept[key] ??= make()
  return kept[key]
}

const marks = new WeakMap<object, symbol>()

/**
 * Makes `instanceof` of an error class hold for the copies of the class too: Next.js loads a module once per bundle, and what
 * the runtime throws is caught by routes of other bundles. A subclass that is not marked keeps the ordinary meaning.
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
