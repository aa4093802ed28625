import { parseAccess } from '#lib/garden/client/kubeconfig-text.ts'
import { HttpClient } from '../contract/http-client.ts'

/** The parts of an issued kubeconfig. */
interface Holder {
  readonly server: URL
  readonly token: string
  readonly ca: string
}

/** Calls API servers of shoots on persistent connections. */
export class ShootCaller {
  readonly #clients = new Map<string, HttpClient>()
  readonly #holders = new Map<string, Holder>()

  /** The result of listing ConfigMaps: a status, or the error. */
  async ask(kubeconfig: string): Promise<number | string> {
    const holder = this.#holders.get(kubeconfig) ?? holderOf(kubeconfig)
    this.#holders.set(kubeconfig, holder)
    const { server, token, ca } = holder
    const path = `${server.pathname.replace(/\/$/, '')}/api/v1/configmaps?limit=1`
    const headers = { Authorization: `Bearer ${token}`, Accept: 'application/json' }
    try {
      return (await this.#clientOf(server, ca).send({ method: 'GET', path, headers, body: null })).status
    } catch (error) {
      return String(error)
    }
  }

  close(): void {
    for (const client of this.#clients.values()) client.close()
  }

  #clientOf(server: URL, ca: string): HttpClient {
    const key = `${server.origin} ${ca}`
    const client = this.#clients.get(key) ?? new HttpClient({ server: server.origin, tls: { ca } })
    this.#clients.set(key, client)
    return client
  }
}

function holderOf(kubeconfig: string): Holder {
  const access = parseAccess(kubeconfig, 'a kubeconfig')
  return {
    server: new URL(access.server),
    token: access.load().getCurrentUser()?.token ?? '',
    ca: Buffer.from(access.certificateAuthority ?? '', 'base64').toString(),
  }
}
