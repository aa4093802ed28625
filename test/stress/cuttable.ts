import { once } from 'node:events'
import net from 'node:net'

/** A way to a server that can be cut and mended, as a network does. */
export class Cuttable {
  readonly port: number
  readonly #server: net.Server
  readonly #sockets: Set<net.Socket>
  readonly #state: { cut: boolean }

  private constructor(server: net.Server, port: number, sockets: Set<net.Socket>, state: { cut: boolean }) {
    this.#server = server
    this.port = port
    this.#sockets = sockets
    this.#state = state
  }

  /** Leads from a free port of loopback to `host:port`. */
  static async to(host: string, port: number): Promise<Cuttable> {
    const sockets = new Set<net.Socket>()
    const state = { cut: false }
    const server = net.createServer(near => {
      if (state.cut) return void near.destroy()
      const far = net.connect(port, host)
      for (const [one, other] of [
        [near, far],
        [far, near],
      ] as const) {
        sockets.add(one)
        one.pipe(other)
        one.on('error', () => one.destroy())
        one.once('close', () => {
          sockets.delete(one)
          other.destroy()
        })
      }
    })
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
    return new Cuttable(server, (server.address() as net.AddressInfo).port, sockets, state)
  }

  cut(): void {
    this.#state.cut = true
    for (const socket of this.#sockets) socket.destroy()
  }

  mend(): void {
    this.#state.cut = false
  }

  close(): void {
    this.cut()
    this.#server.close()
  }
}
