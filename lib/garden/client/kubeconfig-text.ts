import { createHash } from 'node:crypto'
import { KubeConfig } from '@kubernetes/client-node/dist/config.js'
import type { Cluster, User } from '@kubernetes/client-node/dist/config_types.js'
import { type Access, findTokenFiles, KubeconfigError, parseUntrusted } from './kubeconfig.ts'

/** Access from a kubeconfig's text, with the facts of its cluster besides the credentials. */
interface TextAccess extends Access {
  /** The cluster's authority, PEM in base64; null for the system's authorities. */
  readonly certificateAuthority: string | null
  /** Name that its certificate is checked for, if not the server's (`tls-server-name`). */
  readonly serverName?: string
}

/**
 * Certificate, key and authority need a few thousand characters. Parsing blocks the process, and
 * YAML can take long for its length.
 */
const MAX_CHARACTERS = 65_536

/**
 * Parses a kubeconfig from the network: from Gardener, or from a Secret that a user wrote. It must
 * not name files of this machine, run commands, skip the check of the server or use a proxy. Throws
 * KubeconfigError, whose message quotes nothing of the text and begins with `where`: `the
 * kubeconfig of c-1`.
 */
export function parseAccess(text: string, where: string): TextAccess {
  if (text.length > MAX_CHARACTERS)
    throw new KubeconfigError(
      `${where} is too long. Remove the other clusters and users: kubectl config view --flatten --minify`,
    )
  const config = new KubeConfig()
  const invalid = `${where} is not valid. Replace it with the output of: kubectl config view --flatten --minify`
  const namesFiles = `${where} names files. Put their content into it: kubectl config view --flatten`
  let content: unknown
  try {
    content = parseUntrusted(text)
  } catch {
    // The parser's message may quote the text with a key.
    throw new KubeconfigError(invalid)
  }
  // Checked before the library, which would read the file. The library gets the checked content,
  // not the text.
  if (findTokenFiles(content).size > 0) throw new KubeconfigError(namesFiles)
  try {
    config.loadFromString(JSON.stringify(content))
  } catch {
    throw new KubeconfigError(invalid)
  }
  const context = config.getContextObject(config.getCurrentContext())
  const cluster = config.getCurrentCluster()
  const user = config.getCurrentUser()
  if (!context || !cluster || !user)
    throw new KubeconfigError(`${where} names no current context with a cluster and a user.`)
  if (!URL.canParse(cluster.server) || !cluster.server.startsWith('https://')) {
    throw new KubeconfigError(`${where} has no server with an https address.`)
  }
  if (cluster.skipTLSVerify)
    throw new KubeconfigError(`${where} does not verify the server (insecure-skip-tls-verify).`)
  if (cluster.proxyUrl)
    throw new KubeconfigError(
      `${where} uses a proxy (proxy-url). Only servers that are reachable without a proxy can be used.`,
    )
  const outside = [cluster.caFile, user.certFile, user.keyFile].some(Boolean)
  if (outside) throw new KubeconfigError(namesFiles)
  if (user.exec || user.authProvider) {
    throw new KubeconfigError(`${where} runs a login command. Only a token or a client certificate in it can be used.`)
  }
  if (!user.token && !(user.certData && user.keyData)) {
    throw new KubeconfigError(`${where} has neither a token nor a client certificate.`)
  }
  const unusable = findUnusablePart(cluster, user)
  if (unusable !== null) throw new KubeconfigError(`${where} ${unusable}`)
  return {
    load: () => config,
    server: cluster.server,
    context: context.name,
    namespace: context.namespace ?? null,
    certificateAuthority: cluster.caData ?? null,
    ...(cluster.tlsServerName && { serverName: cluster.tlsServerName }),
  }
}

/**
 * The part of a kubeconfig that cannot be sent, as it follows its name: `has a token that …`; null
 * for none. Node reports it by errors that cannot all be caught: a number as server name ends the
 * process.
 */
function findUnusablePart(cluster: Cluster, user: User): string | null {
  const { caData, tlsServerName } = cluster
  const { token, username, password, certData, keyData, impersonateUser } = user
  if (![caData, certData, keyData, username, password, tlsServerName].every(isTextOrMissing))
    return 'has another value where a string is required.'
  if (token !== undefined && !isHeader(token)) return 'has a token with invalid characters.'
  if (impersonateUser) return 'impersonates another user (as). Only its own user can be used.'
  if (tlsServerName && !isHostName(tlsServerName)) return 'has a tls-server-name that is not a host name.'
  return null
}

function isTextOrMissing(value: unknown): boolean {
  return value === undefined || value === null || typeof value === 'string'
}

function isHeader(token: unknown): boolean {
  return typeof token === 'string' && /^[\x21-\x7e]*$/.test(token)
}

function isHostName(name: string): boolean {
  return /^[A-Za-z0-9]([-A-Za-z0-9.]{0,251}[A-Za-z0-9])?$/.test(name)
}

/** First 16 digits of the SHA-256 of a kubeconfig: distinguishes kubeconfigs without revealing the token. */
export function kubeconfigFingerprint(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 16)
}
