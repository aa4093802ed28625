import { once } from 'node:events'
import { createServer, type Server } from 'node:http'

interface MetricsServerOptions {
  readonly host: string
  readonly port: number
  readonly contentType: string
  text(): Promise<string>
}

/** Serves the metrics at /metrics, and nothing else. Rejects when it cannot listen there. */
export async function serveMetrics({ host, port, contentType, text }: MetricsServerOptions): Promise<Server> {
  const server = createServer(async (request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://metrics')
    if (pathname !== '/metrics') return void response.writeHead(404, PLAIN).end('Metrics are at /metrics.\n')
    if (request.method !== 'GET' && request.method !== 'HEAD')
      return void response.writeHead(405, { ...PLAIN, allow: 'GET, HEAD' }).end('Metrics can only be read.\n')
    const body = await text()
    response.writeHead(200, { 'content-type': contentType, 'cache-control': 'no-store' })
    response.end(request.method === 'HEAD' ? undefined : body)
  })
  server.listen(port, host)
  // Rejects with the error of a port that is taken.
  await once(server, 'listening')
  return server
}

const PLAIN = { 'content-type': 'text/plain; charset=utf-8', 'x-content-type-options': 'nosniff' }
