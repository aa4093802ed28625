import { readFileSync } from 'node:fs'
import { KubeConfig } from '@kubernetes/client-node'
import type { Connection } from './http-client.ts'
import { CALLERS, specialCaller, type Target } from './target.ts'

/** Pause after the seed, as in the recorder, for the servers’ caches. */
const CACHES_MS = 500

/** A real server with the administrator's kubeconfig, which impersonates the other callers. */
export function clusterTarget(kubeconfig: string): Target {
  const config = new KubeConfig()
  config.loadFromString(readFileSync(kubeconfig, 'utf8'))
  const cluster = config.getCurrentCluster()
  const user = config.getCurrentUser()
  if (!cluster || !user) throw new Error(`${kubeconfig} names no current cluster and user.`)
  const ca = cluster.caData
    ? Buffer.from(cluster.caData, 'base64')
    : cluster.caFile
      ? readFileSync(cluster.caFile)
      : undefined
  const tls: Connection['tls'] = { ...(ca && { ca }), rejectUnauthorized: cluster.skipTLSVerify !== true }
  const token = user.token ?? (typeof user.authProvider === 'string' ? user.authProvider : '')
  if (!token)
    throw new Error(
      `${kubeconfig} has no token: callers other than the administrator need a connection without a client certificate.`,
    )
  const admin = { Authorization: `Bearer ${token}` }
  return {
    connection: { server: cluster.server, tls },
    identify: as => specialCaller(as) ?? { ...admin, ...(as === 'admin' ? {} : impersonation(as)) },
    actions: {},
    settle: () => new Promise(resolve => setTimeout(resolve, CACHES_MS)),
    close: async () => undefined,
  }
}

function impersonation(as: string): Record<string, string | string[]> {
  const caller = CALLERS[as]
  if (!caller) throw new Error(`unknown caller ${as}`)
  return { 'Impersonate-User': caller.name, 'Impersonate-Group': [...caller.groups] }
}
