import { once } from 'node:events'
import { createServer, request } from 'node:http'

interface Balancer {
  readonly url: string
  /** Requests without a response, and the reasons. */
  readonly lost: readonly string[]
  /** Ports of the replicas that receive requests in turn. */
  readonly ready: Set<number>
  close(): void
}

/** Distributes requests to ready replicas like a Service, and hides no error. */
export async function startBalancer(): Promise<Balancer> {
  const ready = new Set<number>()
  const lost: string[] = []
  let turn = 0
  const server = createServer((asked, answer) => {
    const ports = [...ready]
    const port = ports[turn++ % ports.length]
    const { method, url: path, headers } = asked
    const passed = request({ host: '127.0.0.1', port, method, path, headers, agent: false }, response => {
      answer.writeHead(response.statusCode ?? 502, response.headers)
      answer.flushHeaders()
      response.pipe(answer)
      // The client must see the end of a stream.
      response.on('error', () => answer.destroy())
    })
    passed.on('error', error => {
      if (!answer.headersSent && !asked.destroyed) lost.push(`${method} ${path}: ${error.message}`)
      answer.destroy()
    })
    answer.on('close', () => passed.destroy())
    asked.pipe(passed)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  const port = typeof address === 'object' && address !== null ? address.port : 0
  return {
    url: `http://127.0.0.1:${port}`,
    lost,
    ready,
    close: () => {
      server.closeAllConnections()
      server.close()
    },
  }
}
