import { once } from 'node:events'
import { request as ask } from 'node:http'
import { createServer } from 'node:https'
import { createServerCertificates } from '#embedded-garden/tls/certificates.ts'

/** Source address of the front, so that the console can distinguish it from direct clients. */
export const FRONT_ADDRESS = '127.0.0.2'

interface TlsFront {
  readonly url: string
  close(): Promise<void>
}

/** Behaves like an ingress: terminates TLS, adds the forwarding headers, and passes requests through. */
export async function startTlsFront(target: string, port: number): Promise<TlsFront> {
  const { certificate, privateKey } = await createServerCertificates(new Date())
  const { hostname, port: targetPort } = new URL(target)
  const server = createServer({ cert: certificate, key: privateKey }, (incoming, answer) => {
    const before = incoming.headers['x-forwarded-for']
    const headers = {
      ...incoming.headers,
      'x-forwarded-for': [before, incoming.socket.remoteAddress].flat().filter(Boolean).join(', '),
      'x-forwarded-proto': 'https',
    }
    const { method, url: path } = incoming
    const options = { hostname, port: targetPort, method, path, headers, localAddress: FRONT_ADDRESS }
    const passed = ask(options, given => {
      answer.writeHead(given.statusCode ?? 502, given.headers)
      given.on('error', () => answer.destroy()).pipe(answer)
    })
    passed.on('error', () => answer.destroy())
    answer.on('close', () => passed.destroy())
    incoming.pipe(passed)
  })
  server.listen(port, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `https://127.0.0.1:${port}`,
    async close() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}
