import type pg from 'pg'

/** What a server does by itself, the embedded database is told to do: it has no process for it. The same limits as a server's. */
interface Due {
  readonly table: string
  /** Much of it was deleted or replaced: the room can be used again. */
  readonly loose: boolean
}

/**
 * Lets the planner of an embedded database know what its tables have by now, and makes room for new rows where many were replaced.
 * Without it a search in a long log reads all of it. Out: the tables that were looked at. Throws what the database throws.
 */
export async function upkeep(pool: pg.Pool): Promise<readonly string[]> {
  // What was written within the last second is counted by the end of this statement.
  await pool.query('SELECT pg_stat_force_next_flush()')
  const { rows } = await pool.query<Due>(`
    SELECT quote_ident(relname) AS table, n_dead_tup > 50 + 0.2 * n_live_tup AS loose
      FROM pg_stat_user_tables
     WHERE n_mod_since_analyze > 50 + 0.1 * n_live_tup OR n_dead_tup > 50 + 0.2 * n_live_tup`)
  if (rows.length === 0) return []
  // Nothing else is answered meanwhile: a sample of 3,000 rows has to do, a tenth of what servers take.
  await pool.query('SET default_statistics_target = 10')
  for (const { table, loose } of rows) await pool.query(`${loose ? 'VACUUM (ANALYZE)' : 'ANALYZE'} ${table}`)
  return rows.map(({ table }) => table)
}
