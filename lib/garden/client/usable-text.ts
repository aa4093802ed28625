import type { Cluster, User } from '@kubernetes/client-node/dist/config_types.js'

/**
 * What in a kubeconfig cannot be sent, as it follows its name: `has a token that …`; null = nothing. Node tells of it by errors of its
 * own, some of which nobody can catch: a number for the name of a server ends the process.
 */
export function unusablePart(cluster: Cluster, user: User): string | null {
  const { caData, tlsServerName } = cluster
  const { token, username, password, certData, keyData, impersonateUser } = user
  if (![caData, certData, keyData, username, password, tlsServerName].every(isTextOrMissing))
    return 'has something else where a text belongs.'
  if (token !== undefined && !isHeader(token))
    return 'has a token that cannot be sent: it has other characters than tokens have.'
  if (impersonateUser) return 'speaks as somebody else (as). Only its own user can be used.'
  if (tlsServerName && !isHostName(tlsServerName)) return 'has a tls-server-name that is no name of a server.'
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
