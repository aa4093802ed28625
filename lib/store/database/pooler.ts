import type { ClientBase, Pool } from 'pg'
import { MigrationError } from './migrate.ts'

/** A busy pooler may lend a connection the same session several times in a row. */
const ROUNDS = 10

/**
 * Refuses a pooler that lends its sessions for one transaction at a time, as PgBouncer does with
 * `pool_mode=transaction`: the lock of the migrations would not hold, settings of a session would
 * reach other clients, and named statements fail. `pool` needs two connections. Throws
 * MigrationError, or the driver's error.
 */
export async function refuseLentSessions(pool: Pool): Promise<void> {
  const clients = [await pool.connect()]
  try {
    clients.push(await pool.connect())
    const sessions = clients.map(() => new Set<number>())
    for (let round = 0; round < ROUNDS; round++) {
      for (const [index, client] of clients.entries()) sessions[index]?.add(await readSession(client))
    }
    const all = new Set(sessions.flatMap(each => [...each]))
    if (all.size === clients.length && sessions.every(each => each.size === 1)) return
  } finally {
    for (const client of clients) client.release()
  }
  throw new MigrationError(
    'DATABASE_URL leads to a pooler that lends its sessions for one transaction at a time (PgBouncer: pool_mode=transaction or statement), but the console needs sessions of its own. Set pool_mode=session for this database in the pooler, or point DATABASE_URL to the server.',
  )
}

/** The process of the server that answers. */
async function readSession(client: ClientBase): Promise<number> {
  const { rows } = await client.query<{ pid: number }>('SELECT pg_backend_pid() AS pid')
  return rows[0]?.pid ?? 0
}
