import { type ChannelListener, subscribe, unsubscribe } from 'node:diagnostics_channel'
import type { Server, ServerResponse } from 'node:http'

const STARTED = 'http.server.request.start'
/** What browsers take up again elsewhere by themselves. */
const STREAM = 'text/event-stream'

/** Node's message of that name; Next.js hands out neither its server nor the responses. */
interface Started {
  readonly server: Server
  readonly response: ServerResponse
}

/** The requests under way at the HTTP servers of this process, so that its end can wait for them. */
export class OpenRequests {
  readonly #servers = new Set<Server>()
  readonly #responses = new Set<ServerResponse>()
  #ended = false
  #onGone: () => void = () => {}
  readonly #hear: ChannelListener = message => this.#begin(message as Started)

  constructor() {
    subscribe(STARTED, this.#hear)
  }

  /**
   * Takes no more connections, ends streams, which begin anew elsewhere, and resolves when all else has been answered, or after `ms`;
   * at once for who asks again.
   */
  async drain(ms: number): Promise<void> {
    if (this.#ended) return
    this.#ended = true
    for (const server of this.#servers) server.close()
    for (const response of this.#responses) this.#last(response)
    if (this.#responses.size > 0) await this.#gone(ms)
    unsubscribe(STARTED, this.#hear)
  }

  #begin({ server, response }: Started): void {
    this.#servers.add(server)
    this.#responses.add(response)
    response.once('close', () => {
      this.#responses.delete(response)
      if (this.#responses.size === 0) this.#onGone()
    })
    if (this.#ended) this.#last(response)
  }

  /** After it, the connection is closed. */
  #last(response: ServerResponse): void {
    if (!response.headersSent) response.setHeader('connection', 'close')
    else if (String(response.getHeader('content-type')).startsWith(STREAM)) response.destroy()
  }

  #gone(ms: number): Promise<void> {
    return new Promise(resolve => {
      const timer = setTimeout(resolve, ms)
      this.#onGone = () => {
        clearTimeout(timer)
        resolve()
      }
    })
  }
}
