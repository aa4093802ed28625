import type { GardenClient } from '#lib/garden/client/client.ts'
import type { Store } from '#lib/store/store.ts'

/** Versions of the servers behind the console; null until a server has answered. */
export interface ServerVersions {
  gardener(): string | null
  database(): string | null
}

/** Reads the version of each server once, in the background; a failed read is retried by the next call. */
export function serverVersions(
  client: Pick<GardenClient, 'request'>,
  { connection }: Pick<Store, 'connection'>,
): ServerVersions {
  const gardener = cacheAnswer(async () => {
    const path = '/version'
    const doing = 'ask the API server for its version'
    return (await client.request<{ gitVersion?: string }>({ doing, permission: null, method: 'GET', path })).gitVersion
  })
  const database = cacheAnswer(async () => {
    const { rows } = await connection.pool.query<{ server_version?: string }>('SHOW server_version')
    return rows[0]?.server_version
  })
  gardener()
  database()
  return { gardener, database }
}

/** Returns the cached answer of `ask`. Without an answer a call starts `ask`, unless it is running. */
export function cacheAnswer(ask: () => Promise<string | undefined>): () => string | null {
  let known: string | null = null
  let asking = false
  return () => {
    if (known !== null || asking) return known
    asking = true
    ask()
      .then(answer => {
        known = answer ?? null
      })
      // The next call retries. Other parts report an unavailable server.
      .catch(() => {})
      .finally(() => {
        asking = false
      })
    return known
  }
}
