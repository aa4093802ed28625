import { createHash } from 'node:crypto'
import type { Agent } from 'node:http'
import type { RequestOptions } from 'node:https'
import type { KubeConfig } from '@kubernetes/client-node/dist/config.js'
import { Secret } from '#lib/util/secret.ts'
import { GardenError } from './garden-error.ts'
import { type Access, KubeconfigError } from './kubeconfig.ts'

/** Credentials of a request. */
export interface Credentials {
  readonly server: URL
  /** Authorization and impersonation. */
  readonly headers: Secret<Readonly<Record<string, string>>>
  readonly tls: Secret<TlsIdentity>
  /**
   * Equal while connections may be shared: server, trust and client certificate, but not the token,
   * which each request carries.
   */
  readonly connectionKey: string
  /** `proxy-url` of the cluster; may contain a password. */
  readonly proxy: Secret<string> | null
  /** The library's agent, for proxies that Node's agent does not support (SOCKS). */
  readonly libraryAgent: Secret<Agent> | null
  /** Configuration of these credentials. */
  readonly config: Secret<KubeConfig>
}

type TlsIdentity = Pick<
  RequestOptions,
  'ca' | 'cert' | 'key' | 'pfx' | 'passphrase' | 'servername' | 'rejectUnauthorized'
>

/** Milliseconds an exec plugin or OIDC refresh may take. */
const CREDENTIALS_DEADLINE = 30_000

/** Minimum time between reloads of the kubeconfig after a 401. */
const RELOAD_INTERVAL = 10_000

/**
 * Milliseconds since the start of the process: a wall clock that is set back would extend the use
 * of refused credentials.
 */
export const monotonicMs = () => performance.now()

interface CredentialSource {
  /** Throws GardenError `unauthenticated` or `timeout`. */
  current(doing: string): Promise<Credentials>
  /**
   * Drops credentials after a 401, so that the next call reads rotated files and runs plugins
   * again. False when that happened moments ago and a retry would not help.
   */
  rejected(refused: Credentials): boolean
}

/** Creates the credentials of an access. Concurrent callers share one run of an exec plugin. */
export function createCredentialSource(access: Access, clock: () => number): CredentialSource {
  let config: KubeConfig | null = null
  let loadedAt = Number.NEGATIVE_INFINITY
  let running: Promise<Credentials> | null = null

  const collect = async (): Promise<Credentials> => {
    if (config === null) {
      config = access.load()
      loadedAt = clock()
    }
    return collectFrom(config)
  }

  return {
    async current(doing) {
      const work = running ?? collect()
      running = work
      // Also after the deadline: a hanging login must not block the next one.
      return withDeadline(work, doing).finally(() => {
        if (running === work) running = null
      })
    },
    rejected(refused) {
      if (refused.config.reveal() !== config) return true
      if (clock() - loadedAt < RELOAD_INTERVAL) return false
      config = null
      return true
    },
  }
}

async function collectFrom(config: KubeConfig): Promise<Credentials> {
  const options: RequestOptions = {}
  await config.applyToHTTPSOptions(options)
  const user = config.getCurrentUser()
  const headers: Record<string, string> = {}
  for (const [name, value] of Object.entries(options.headers ?? {})) headers[name] = String(value)
  if (user?.username) {
    headers.Authorization = `Basic ${Buffer.from(`${user.username}:${user.password ?? ''}`).toString('base64')}`
  }
  const { ca, cert, key, pfx, passphrase, servername, rejectUnauthorized } = options
  const tls = onlySet({ ca, cert, key, pfx, passphrase, servername, rejectUnauthorized })
  const cluster = config.getCurrentCluster()
  const server = new URL(cluster?.server ?? '')
  const proxy = cluster?.proxyUrl ?? null
  const libraryAgent = typeof options.agent === 'object' ? options.agent : null
  return {
    server,
    headers: new Secret(headers),
    tls: new Secret(tls),
    connectionKey: connectionKey(server, tls, proxy),
    proxy: proxy === null ? null : new Secret(proxy),
    libraryAgent: libraryAgent === null ? null : new Secret(libraryAgent),
    config: new Secret(config),
  }
}

function onlySet(identity: { [Name in keyof TlsIdentity]?: TlsIdentity[Name] | undefined }): TlsIdentity {
  return Object.fromEntries(Object.entries(identity).filter(([, value]) => value !== undefined))
}

function connectionKey(server: URL, tls: TlsIdentity, proxy: string | null): string {
  const hash = createHash('sha256').update(server.origin)
  for (const value of [
    tls.ca,
    tls.cert,
    tls.key,
    tls.pfx,
    tls.passphrase,
    tls.servername,
    tls.rejectUnauthorized,
    proxy,
  ]) {
    hash.update('\0').update(String(value))
  }
  return hash.digest('base64')
}

async function withDeadline(work: Promise<Credentials>, doing: string): Promise<Credentials> {
  let timer: NodeJS.Timeout | undefined
  const deadline = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => {
      const because = `the login command of the kubeconfig gave no credentials within ${CREDENTIALS_DEADLINE / 1000} s.`
      reject(new GardenError({ kind: 'timeout', doing, because }))
    }, CREDENTIALS_DEADLINE)
  })
  try {
    return await Promise.race([work, deadline])
  } catch (error) {
    if (error instanceof GardenError) throw error
    const because = error instanceof KubeconfigError ? error.message : loginProblem(error)
    throw new GardenError({ kind: 'unauthenticated', doing, because })
  } finally {
    clearTimeout(timer)
  }
}

/** The output of a login plugin may contain tokens: only the kind of failure is reported. */
function loginProblem(error: unknown): string {
  const code = error instanceof Error && 'code' in error ? error.code : null
  const path = error instanceof Error && 'path' in error ? error.path : null
  if (code === 'ENOENT' && typeof path === 'string') {
    return `the kubeconfig needs "${path}", which is not there. Install it or correct the path.`
  }
  return 'the login of the kubeconfig failed. Run "kubectl get --raw /version" with the same kubeconfig to see why.'
}
