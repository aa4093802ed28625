import http from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import { KubeConfig } from '@kubernetes/client-node'
import type { Access } from '#lib/garden/client/kubeconfig.ts'

export interface ScriptedServer {
  readonly url: string
  /** Access without credentials. */
  readonly access: Access
  /** All requests so far. */
  readonly requests: readonly http.IncomingMessage[]
  /** Number of connections ever opened. */
  readonly connections: () => number
  readonly dropIdleConnections: () => void
  readonly close: () => Promise<void>
}

/** A server on loopback with scripted responses, for behaviour that a correct server never shows. */
export async function scriptedServer(answer: http.RequestListener): Promise<ScriptedServer> {
  const requests: http.IncomingMessage[] = []
  const sockets = new Set<Socket>()
  let connections = 0
  const server = http.createServer((request, response) => {
    requests.push(request)
    answer(request, response)
  })
  server.on('connection', socket => {
    connections++
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket))
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    url,
    access: accessTo(url),
    requests,
    connections: () => connections,
    dropIdleConnections: () => {
      for (const socket of sockets) socket.destroy()
    },
    async close() {
      for (const socket of sockets) socket.destroy()
      await new Promise(resolve => server.close(resolve))
    },
  }
}

/** Access to a plain http server, as a user that `user` describes. */
export function accessTo(server: string, user: Record<string, unknown> = {}): Access {
  const load = () => {
    const config = new KubeConfig()
    config.loadFromOptions({
      clusters: [{ name: 'c', server, skipTLSVerify: true }],
      users: [{ name: 'u', ...user }],
      contexts: [{ name: 'x', cluster: 'c', user: 'u' }],
      currentContext: 'x',
    })
    return config
  }
  return { load, server, context: 'x', namespace: null }
}

export function sendJson(response: http.ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { 'Content-Type': 'application/json' }).end(JSON.stringify(body))
}
