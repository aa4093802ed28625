import { once } from 'node:events'
import { connect, createServer, type Socket } from 'node:net'

/** The point at which both sides of each connection are closed. */
export type Break =
  | 'before the last byte of the request'
  | 'after the request'
  | 'before the answer'
  | 'in the body of the answer'

const PROCESSING_MS = 30

interface BreakingProxy {
  readonly url: string
  close(): Promise<void>
}

/** Forwards connections of a client to an HTTP server, and breaks each of them at its first request. */
export async function breakingProxy(target: string, where: Break): Promise<BreakingProxy> {
  const { hostname, port } = new URL(target)
  const sockets = new Set<Socket>()
  const server = createServer(client => {
    const upstream = connect(Number(port), hostname)
    for (const socket of [client, upstream]) {
      sockets.add(socket)
      socket.on('error', () => {}).on('close', () => sockets.delete(socket))
    }
    const breakOff = () => {
      client.destroy()
      upstream.destroy()
    }
    /** Gives the server time to start processing the request. */
    const breakSoon = () => setTimeout(breakOff, PROCESSING_MS)
    client.on('close', breakOff)
    upstream.on('close', breakOff)
    let asked = Buffer.alloc(0)
    client.on('data', chunk => {
      const passed = asked.length
      asked = Buffer.concat([asked, chunk])
      const isWhole = asked.length >= wholeLength(asked)
      if (isWhole && where === 'before the last byte of the request')
        upstream.write(asked.subarray(passed, wholeLength(asked) - 1), breakSoon)
      else if (isWhole && where === 'after the request') upstream.write(chunk, breakSoon)
      else upstream.write(chunk)
    })
    let answered = Buffer.alloc(0)
    upstream.on('data', chunk => {
      if (where !== 'in the body of the answer') return breakOff()
      answered = Buffer.concat([answered, chunk])
      const body = bodyStart(answered)
      if (answered.length > body) client.write(answered.subarray(0, body + 1), breakOff)
    })
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  const own = address !== null && typeof address !== 'string' ? address.port : 0
  return {
    url: `http://127.0.0.1:${own}`,
    async close() {
      server.close()
      for (const socket of sockets) socket.destroy()
      await once(server, 'close')
    },
  }
}

const HEAD_END = '\r\n\r\n'

/** Infinity while the head is incomplete. */
function bodyStart(message: Buffer): number {
  const end = message.indexOf(HEAD_END)
  return end < 0 ? Number.POSITIVE_INFINITY : end + HEAD_END.length
}

/** Length of a request according to its head; Infinity while the head is incomplete. */
function wholeLength(request: Buffer): number {
  const body = bodyStart(request)
  const [, length] = /\r\ncontent-length: *(\d+)/i.exec(request.subarray(0, body).toString('latin1')) ?? []
  return body + Number(length ?? 0)
}
