const HIDDEN = '[secret]'

/** A value that logs, errors, responses and templates print as `[secret]`. Only `reveal()` returns it. */
export class Secret<Value> {
  readonly #value: Value

  constructor(value: Value) {
    this.#value = value
  }

  /** The value, for the code that needs it. */
  reveal(): Value {
    return this.#value
  }

  toString(): string {
    return HIDDEN
  }

  toJSON(): string {
    return HIDDEN
  }

  /** The output of console.log and util.inspect. */
  [Symbol.for('nodejs.util.inspect.custom')](): string {
    return HIDDEN
  }
}
