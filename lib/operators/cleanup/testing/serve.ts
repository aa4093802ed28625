import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'

export interface Received {
  readonly method: string
  readonly url: URL
  readonly headers: IncomingHttpHeaders
  readonly body: string
}

export interface Reply {
  readonly status: number
  readonly headers?: Readonly<Record<string, string>>
  readonly body: string
}

export interface Served {
  /** `http://127.0.0.1:1234`. */
  readonly origin: string
  close(): Promise<void>
}

/** A server on loopback; `answer` null = it stays silent. */
export async function serve(answer: (received: Received) => Reply | null): Promise<Served> {
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk)
    const url = new URL(request.url ?? '/', `http://${request.headers.host}`)
    const body = Buffer.concat(chunks).toString('utf8')
    const reply = answer({ method: request.method ?? 'GET', url, headers: request.headers, body })
    if (reply !== null) response.writeHead(reply.status, reply.headers).end(reply.body)
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    origin: `http://127.0.0.1:${port}`,
    close: () => {
      server.closeAllConnections()
      return new Promise(resolve => server.close(() => resolve()))
    },
  }
}
