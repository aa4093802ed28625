import type { GardenClient } from '#lib/garden/client/client.ts'
import type { Store } from '#lib/store/store.ts'

/** Versions of the servers behind the console; null as long as one has not told. */
export interface ServerVersions {
  gardener(): string | null
  database(): string | null
}

/** Asks each server once for its version, again only after it did not answer. Nobody ever waits for that. */
export function serverVersions(
  client: Pick<GardenClient, 'request'>,
  { connection }: Pick<Store, 'connection'>,
): ServerVersions {
  const gardener = askedOnce(async () => {
    const path = '/version'
    const doing = 'ask the API server for its version'
    return (await client.request<{ gitVersion?: string }>({ doing, permission: null, method: 'GET', path })).gitVersion
  })
  const database = askedOnce(async () => {
    const { rows } = await connection.pool.query<{ server_version?: string }>('SHOW server_version')
    return rows[0]?.server_version
  })
  gardener()
  database()
  return { gardener, database }
}

/** What was answered; each call without an answer asks, unless one is on its way. */
export function askedOnce(ask: () => Promise<string | undefined>): () => string | null {
  let known: string | null = null
  let asking = false
  return () => {
    if (known !== null || asking) return known
    asking = true
    ask()
      .then(answer => {
        known = answer ?? null
      })
      // Whoever looks again asks again; that a server is away is said elsewhere.
      .catch(() => {})
      .finally(() => {
        asking = false
      })
    return known
  }
}
