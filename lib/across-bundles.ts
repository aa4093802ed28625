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
