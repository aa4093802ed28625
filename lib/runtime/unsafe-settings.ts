import type { BlockList } from 'node:net'
import { type Env, hasDemoUsers, publicOrigin, usesEmbeddedGarden } from '#lib/env.ts'
import { type Access, loadKubeconfig } from '#lib/garden/client/kubeconfig.ts'
import { isLoopback, isTrusted } from '#lib/http/request-origin.ts'
import { resolveServer } from '#lib/store/database/server.ts'
import { StoreError } from '#lib/store/database/store-errors.ts'
import type { Store } from '#lib/store/store.ts'
import { StartError } from './start-report.ts'

/** A setting that exposes secrets, or lets clients forge their address. */
export interface UnsafeSetting {
  /** The setting and its value, without secrets. */
  readonly setting: string
  /** What it exposes, as a sentence. */
  readonly says: string
  /** What to do, as a sentence. */
  readonly help: string
  /** Whether a console with a new database starts with it. */
  readonly isTolerated?: true
}

type UnsafeEnv = Pick<
  Env,
  | 'HOST'
  | 'PORT'
  | 'HAP_URL'
  | 'HAP_TRUSTED_PROXIES'
  | 'HAP_DEMO_USERS'
  | 'HAP_OIDC_ISSUER'
  | 'DATABASE_URL'
  | 'HAP_KCP_KUBECONFIG'
  | 'KUBECONFIG'
  | 'KUBERNETES_SERVICE_HOST'
  | 'NODE_TLS_REJECT_UNAUTHORIZED'
  | 'HAP_OTLP_ENDPOINT'
>

/** The unsafe settings. Throws KubeconfigError, and StoreError when DATABASE_URL names a file that cannot be read. */
export function findUnsafeSettings(env: UnsafeEnv): readonly UnsafeSetting[] {
  return [
    ...unsafeAddress(env),
    ...unsafeProxies(env),
    ...unsafeDatabase(env),
    ...unsafeServer('KUBECONFIG', env.KUBECONFIG),
    ...unsafeServer('HAP_KCP_KUBECONFIG', env.HAP_KCP_KUBECONFIG),
    ...unsafeVerification(env),
    ...unsafeTraces(env),
  ]
}

/**
 * Finds unsafe settings. With a new database, which has no audit entry, the console does not start;
 * an installation that exists continues, with warnings. Throws StartError, KubeconfigError, StoreError.
 */
export async function checkUnsafeSettings(env: UnsafeEnv, store: Pick<Store, 'db'>): Promise<readonly UnsafeSetting[]> {
  const found = findUnsafeSettings(env)
  const refused = found.filter(({ isTolerated }) => !isTolerated)
  if (refused.length === 0 || !(await isNew(store))) return found
  const each = refused.map(({ setting, says, help }) => `${setting}: ${says} ${help}`)
  throw new StartError(['This console has a new database and does not start with unsafe settings.', ...each].join('\n'))
}

/** A warning for the log and for each page. */
export function unsafeMessage({ setting, says, help }: UnsafeSetting): string {
  return `Unsafe setting ${setting}: ${says} ${help}`
}

/** False for a database that does not answer: it may hold the data of an installation. */
async function isNew({ db }: Pick<Store, 'db'>): Promise<boolean> {
  try {
    return (await db.auditHead.findUnique({ where: { id: 1 }, select: { id: true } })) === null
  } catch (error) {
    if (error instanceof StoreError) return false
    throw error
  }
}

/**
 * A console with demo users serves loopback names and the host of HAP_URL only. Without HAP_URL, it
 * sends nothing to other machines, although the image listens on all addresses.
 */
function unsafeAddress(env: UnsafeEnv): readonly UnsafeSetting[] {
  const { protocol, hostname, origin } = new URL(publicOrigin(env))
  if (protocol !== 'http:' || isLoopback(hostname)) return []
  const isUnset = env.HAP_URL === null
  if (isUnset && hasDemoUsers(env, usesEmbeddedGarden(env))) return []
  return [
    {
      setting: isUnset ? `HOST=${env.HOST} without HAP_URL` : `HAP_URL=${origin}`,
      says: `${isUnset ? 'The address of the console' : 'HAP_URL'} is not https: session cookies and API tokens are sent unencrypted.`,
      help: 'Serve the console over TLS, and set HAP_URL to its https address.',
    },
  ]
}

/** Addresses of all parts of the internet, none of them private. */
const PUBLIC = ['1.0.0.1', '100.0.0.1', '203.0.113.1', '223.255.255.1']
const PUBLIC_V6 = ['2001:db8::1', '2600::1', '2a00::1']

function unsafeProxies({ HAP_TRUSTED_PROXIES: trusted }: UnsafeEnv): readonly UnsafeSetting[] {
  if (trusted === null || ![PUBLIC, PUBLIC_V6].some(addresses => trustsAll(trusted, addresses))) return []
  return [
    {
      setting: 'HAP_TRUSTED_PROXIES=0.0.0.0/0 or ::/0',
      says: 'Every client counts as a trusted proxy and can forge its address.',
      help: 'List the addresses of the proxies only.',
    },
  ]
}

function trustsAll(trusted: BlockList, addresses: readonly string[]): boolean {
  return addresses.every(address => isTrusted(address, trusted))
}

function unsafeDatabase({ DATABASE_URL }: UnsafeEnv): readonly UnsafeSetting[] {
  if (DATABASE_URL === null) return []
  const { host, sslMode, isVerified } = resolveServer(DATABASE_URL)
  if (host.startsWith('/') || isLoopback(host) || isVerified) return []
  return [
    {
      setting: `DATABASE_URL with ${sslMode === null ? 'no sslmode' : `sslmode=${sslMode}`}, host ${host}`,
      says: 'DATABASE_URL does not require TLS with a verified certificate.',
      help: 'Add sslmode=verify-full to it, and the authority of the server as sslrootcert if it is not a public one.',
    },
  ]
}

function unsafeServer(setting: string, file: string | null): readonly UnsafeSetting[] {
  if (file === null) return []
  const access = loadKubeconfig(file, { variable: setting })
  return [...unencryptedServer(`${setting}=${file}`, access), ...unverifiedServer(`${setting}=${file}`, access)]
}

function unencryptedServer(setting: string, { server }: Access): readonly UnsafeSetting[] {
  if (!server.startsWith('http:') || isLoopback(new URL(server).hostname)) return []
  const says = 'Its server is not https: the token of the console is sent unencrypted.'
  return [{ setting, says, help: 'Use an https server in the kubeconfig.' }]
}

function unverifiedServer(setting: string, { load, server }: Access): readonly UnsafeSetting[] {
  if (!server.startsWith('https:') || load().getCurrentCluster()?.skipTLSVerify !== true) return []
  if (isLoopback(new URL(server).hostname)) return []
  const says =
    'Its server is not verified (insecure-skip-tls-verify): any server could receive the token of the console.'
  return [{ setting, says, help: 'Replace it by certificate-authority-data in the kubeconfig.' }]
}

function unsafeVerification({ NODE_TLS_REJECT_UNAUTHORIZED: value }: UnsafeEnv): readonly UnsafeSetting[] {
  if (value !== '0') return []
  return [
    {
      setting: 'NODE_TLS_REJECT_UNAUTHORIZED=0',
      says: 'No server is verified: any server could receive the tokens, secrets and passwords of the console.',
      help: 'Unset it, and list private certificate authorities in NODE_EXTRA_CA_CERTS.',
    },
  ]
}

/** Tolerated, since a receiver in the same cluster rarely has TLS. */
function unsafeTraces({ HAP_OTLP_ENDPOINT: endpoint }: UnsafeEnv): readonly UnsafeSetting[] {
  if (endpoint === null) return []
  const { protocol, hostname, origin } = new URL(endpoint)
  if (protocol !== 'http:' || isLoopback(hostname)) return []
  return [
    {
      setting: `HAP_OTLP_ENDPOINT=${origin}`,
      says: 'HAP_OTLP_ENDPOINT is not https: traces, and the headers in OTEL_EXPORTER_OTLP_HEADERS, are sent unencrypted.',
      help: 'Use an https receiver, or a receiver on a loopback address that forwards the traces over TLS.',
      isTolerated: true,
    },
  ]
}
