import { logError } from '#lib/telemetry/log.ts'

const encoder = new TextEncoder()

/** Headers of a server-sent event stream. */
export const EVENT_HEADERS = {
  'content-type': 'text/event-stream',
  'cache-control': 'no-cache, no-transform',
  'x-accel-buffering': 'no',
} as const

/**
 * One stream of server-sent events. Closes when the browser reads too slowly; it reconnects and
 * catches up.
 */
export class EventStream {
  readonly #stream: ReadableStream<Uint8Array>
  #controller: ReadableStreamDefaultController<Uint8Array> | null = null
  #closed = false
  readonly #cleanUps: (() => void)[] = []

  constructor() {
    this.#stream = new ReadableStream<Uint8Array>(
      {
        start: controller => {
          this.#controller = controller
        },
        cancel: () => this.close(),
      },
      { highWaterMark: 64 },
    )
  }

  send(event: string, data: unknown, id: string): void {
    if (this.#closed || !this.#controller) return
    const room = (this.#controller.desiredSize ?? 0) > 0
    if (room) this.#controller.enqueue(encoder.encode(`id: ${id}\nevent: ${event}\ndata: ${JSON.stringify(data)}\n\n`))
    else this.close()
  }

  /**
   * Registers a cleanup that runs once when the stream closes, or immediately when it is closed
   * already.
   */
  onClose(cleanUp: () => void): void {
    if (this.#closed) cleanUp()
    else this.#cleanUps.push(cleanUp)
  }

  close(): void {
    if (this.#closed) return
    this.#closed = true
    for (const cleanUp of this.#cleanUps) {
      try {
        cleanUp()
      } catch (error) {
        // An error in one cleanup must not skip the others.
        logError(error)
      }
    }
    try {
      this.#controller?.close()
    } catch {
      // The browser disconnected, so the stream is closed already.
    }
  }

  response(): Response {
    return new Response(this.#stream, { headers: EVENT_HEADERS })
  }
}

/** Limits concurrent uses per person, so that one person cannot exhaust a shared resource. */
export class StreamSlots {
  readonly #max: number
  readonly #taken = new Map<string, number>()

  constructor(max: number) {
    this.#max = max
  }

  /** Returns the function that frees the slot, to be called once; null at the limit. */
  take(person: string): (() => void) | null {
    const taken = this.#taken.get(person) ?? 0
    if (taken >= this.#max) return null
    this.#taken.set(person, taken + 1)
    return () => {
      const left = (this.#taken.get(person) ?? 0) - 1
      if (left > 0) this.#taken.set(person, left)
      else this.#taken.delete(person)
    }
  }
}

/**
 * Event streams and requests that follow a claim: at most 100 per person. Each costs a timer, and a share of every
 * change or a read per second.
 */
export const LIVE_CONNECTIONS = new StreamSlots(100)
