const HIDDEN = '[secret]'

/**
 * A value that no log, error, answer or template shows by accident: it is written as `[secret]` wherever it is not asked for by name,
 * and a copy of its fields has none.
 */
export class Secret<Value> {
  readonly #value: Value

  constructor(value: Value) {
    this.#value = value
  }

  /** The value itself, for the one place that uses it. */
  reveal(): Value {
    return this.#value
  }

  toString(): string {
    return HIDDEN
  }

  toJSON(): string {
    return HIDDEN
  }

  /** As console.log and util.inspect have it. */
  [Symbol.for('nodejs.util.inspect.custom')](): string {
    return HIDDEN
  }
}
