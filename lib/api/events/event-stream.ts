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
