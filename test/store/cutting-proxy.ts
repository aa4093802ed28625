import { once } from 'node:events'
import { connect, createServer, type Socket } from 'node:net'

interface CuttingProxy {
  /** The URL given, through this proxy. */
  readonly url: string
  /** From now on, cuts the connection once the server has executed a message with this text. */
  cutAfter(text: string): void
  /** Responses that were lost this way. */
  readonly losses: number
  /** Breaks every connection, and accepts none until `mend`. */
  cut(): void
  mend(): void
  /** Drops all traffic, also of new connections, until `mend`. */
  silence(): void
  /** From now on, open connections stay open and carry nothing; new ones work. */
  freeze(): void
  /** Freezes a connection once a message with this text was sent to the server. */
  freezeAfter(text: string): void
  close(): Promise<void>
}

/** A proxy between a client and its server that loses the response to one message, or all traffic. */
export async function cuttingProxy(target: string): Promise<CuttingProxy> {
  const { hostname, port } = new URL(target)
  let fatal: string | null = null
  let freezing: string | null = null
  let frozenBefore = -1
  let count = 0
  let isCut = false
  let isSilent = false
  let losses = 0
  const sockets = new Set<Socket>()
  const server = createServer(client => {
    if (isCut) return void client.destroy()
    const upstream = connect(Number(port), hostname)
    for (const socket of [client, upstream]) {
      sockets.add(socket)
      socket.on('error', () => {}).on('close', () => sockets.delete(socket))
    }
    let cut = false
    let isFrozen = false
    const number = count++
    const frozen = () => isSilent || isFrozen || number < frozenBefore
    client.on('data', chunk => {
      if (frozen()) return
      if (freezing !== null && chunk.includes(freezing)) isFrozen = true
      if (fatal !== null && chunk.includes(fatal)) cut = true
      upstream.write(chunk)
    })
    upstream.on('data', chunk => {
      if (frozen()) return
      if (!cut) return void client.write(chunk)
      if (!client.destroyed) losses++
      client.destroy()
    })
    client.on('close', () => upstream.destroy())
    upstream.on('close', () => frozen() || client.destroy())
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  const url = new URL(target)
  if (address !== null && typeof address !== 'string') url.port = String(address.port)
  return {
    url: url.href,
    cutAfter: text => {
      fatal = text
    },
    get losses() {
      return losses
    },
    cut: () => {
      isCut = true
      for (const socket of sockets) socket.destroy()
    },
    silence: () => {
      isSilent = true
    },
    mend: () => {
      isCut = false
      if (!isSilent) return
      isSilent = false
      // They have lost data.
      for (const socket of sockets) socket.destroy()
    },
    freeze: () => {
      frozenBefore = count
    },
    freezeAfter: text => {
      freezing = text
    },
    close: async () => {
      server.close()
      for (const socket of sockets) socket.destroy()
      await once(server, 'close')
    },
  }
}
