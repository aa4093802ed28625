import type { Garden } from '#embedded-garden/garden.ts'
import { thaw } from '#embedded-garden/storage/stored.ts'
import type { Store } from '#lib/store/store.ts'

/** The database and a garden at one moment, which a test can restore; without the changes of open transactions. */
export interface Snapshot {
  /** Equal for equal rows and objects. */
  readonly state: string
  restore(): Promise<void>
}

/** Takes a snapshot of every table, and of the objects of a namespace. Restored objects get new resourceVersions. */
export async function takeSnapshot(
  { connection: { pool } }: Store,
  garden: Garden,
  namespace: string,
): Promise<Snapshot> {
  const objects = listObjects(garden, namespace)
  const tables = await listTables(pool)
  const rows = tables.map(
    table => `SELECT '${table}' AS name, coalesce(jsonb_agg(t ORDER BY t::text), '[]')::text AS rows FROM "${table}" t`,
  )
  const contents = (await pool.query<{ name: string; rows: string }>(rows.join(' UNION ALL '))).rows
  const versions = [...objects].map(([key, { stored }]) => `${key} ${stored.revision}`)
  return {
    state: JSON.stringify([contents.toSorted((a, b) => a.name.localeCompare(b.name)), versions.toSorted()]),
    async restore() {
      restoreObjects(garden, namespace, objects)
      await pool.query(restoreRows(contents))
    },
  }
}

async function listTables(pool: Store['connection']['pool']): Promise<readonly string[]> {
  const { rows } = await pool.query<{ name: string }>(
    `SELECT tablename AS name FROM pg_tables WHERE schemaname = 'public' AND tablename <> '_prisma_migrations'`,
  )
  return rows.map(({ name }) => name)
}

/** As a replica, so that neither triggers nor the order of tables matter. */
function restoreRows(contents: readonly { readonly name: string; readonly rows: string }[]): string {
  const statements = contents.map(({ name, rows }) => {
    const insert = `INSERT INTO "${name}" SELECT * FROM jsonb_populate_recordset(NULL::"${name}", $rows$${rows}$rows$)`
    return rows === '[]' ? `DELETE FROM "${name}"` : `DELETE FROM "${name}"; ${insert}`
  })
  return `BEGIN; SET LOCAL session_replication_role = replica; ${statements.join('; ')}; COMMIT`
}

function listObjects({ services: { store } }: Garden, namespace: string) {
  const found = store
    .resources()
    .flatMap(resource => [...store.collection(resource).entries(`${namespace}/`)].map(stored => ({ resource, stored })))
  return new Map(found.map(each => [`${each.resource} ${each.stored.key}`, each]))
}

function restoreObjects(garden: Garden, namespace: string, objects: ReturnType<typeof listObjects>): void {
  const { store } = garden.services
  const now = listObjects(garden, namespace)
  for (const [key, { resource, stored }] of now) if (!objects.has(key)) store.remove(resource, stored)
  for (const [key, { resource, stored }] of objects)
    if (now.get(key)?.stored.revision !== stored.revision) store.put(resource, thaw(stored))
}
