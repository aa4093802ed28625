import type { EventObject } from './event-resource.ts'
import { rfc3339Micro } from './times.ts'

/** What happened, for people who look at an object. */
export interface Happening {
  readonly type: 'Normal' | 'Warning'
  /** Why, in one CamelCase word. */
  readonly reason: string
  /** What the controller did, or failed to, in one CamelCase word. */
  readonly action: string
  /** One sentence; no secret, no text of a server. */
  readonly note: string
}

/** The same happening of the same object, as often as it comes. */
export class EventSeries {
  readonly #event: EventObject
  readonly #startedAt: number
  #count = 1
  #written = 0
  #lastAt: number

  /** `event` is what all of its writes have in common, and has a name of its own. */
  constructor(event: EventObject, now: number) {
    this.#event = event
    this.#startedAt = now
    this.#lastAt = now
  }

  get namespace(): string {
    return this.#event.metadata?.namespace ?? ''
  }

  get name(): string {
    return this.#event.metadata?.name ?? ''
  }

  /** Epoch milliseconds of the last time it happened. */
  get lastAt(): number {
    return this.#lastAt
  }

  get hasNews(): boolean {
    return this.#written < this.#count
  }

  again(now: number): void {
    this.#count++
    this.#lastAt = now
  }

  /** The event as it is to be written now; `confirm` says that it was. */
  toWrite(): { readonly event: EventObject; readonly confirm: () => void } {
    const count = this.#count
    const series = count < 2 ? {} : { series: { count, lastObservedTime: rfc3339Micro(this.#lastAt) } }
    return {
      event: { ...this.#event, eventTime: rfc3339Micro(this.#startedAt), ...series },
      confirm: () => {
        this.#written = count
      },
    }
  }
}
