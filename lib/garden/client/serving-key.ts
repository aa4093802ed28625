import { createHash } from 'node:crypto'
import { isIP } from 'node:net'
import { connect } from 'node:tls'

const WITHIN_MS = 5_000

/**
 * SHA-256 of the public key that a server proves to own when addressed as `serverName`; null when
 * the handshake fails. Sends no credentials and checks no authority: the result only serves to
 * compare servers.
 */
export function fetchServingKey(server: string, serverName = new URL(server).hostname): Promise<string | null> {
  const { hostname, port, protocol } = new URL(server)
  if (protocol !== 'https:') return Promise.resolve(null)
  const name = unbracketed(serverName)
  return new Promise(resolve => {
    const socket = connect({
      host: unbracketed(hostname),
      port: Number(port || 443),
      // TLS server names must not be IP addresses.
      ...(isIP(name) === 0 && { servername: name }),
      rejectUnauthorized: false,
    })
    const end = (key: string | null) => {
      resolve(key)
      socket.destroy()
    }
    socket.setTimeout(WITHIN_MS, () => end(null))
    socket.once('error', () => end(null))
    socket.once('close', () => end(null))
    socket.once('secureConnect', () => {
      const key = socket.getPeerX509Certificate()?.publicKey.export({ type: 'spki', format: 'der' })
      end(key === undefined ? null : createHash('sha256').update(key).digest('base64'))
    })
  })
}

function unbracketed(host: string): string {
  return host.replace(/^\[|\]$/g, '')
}
