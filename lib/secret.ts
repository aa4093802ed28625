import { inspect } from 'node:util'

const HIDDEN = '[secret]'

/** A text that must not be seen: whatever prints, logs or stores it gets a placeholder, and only `reveal` gets the text. */
export class Secret {
  readonly #text: string

  constructor(text: string) {
    this.#text = text
  }

  /** The text, for whoever it is a key to; never for a message. */
  reveal(): string {
    return this.#text
  }

  toString(): string {
    return HIDDEN
  }

  toJSON(): string {
    return HIDDEN
  }

  [inspect.custom](): string {
    return HIDDEN
  }
}
