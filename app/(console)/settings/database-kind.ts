import type { Connection } from '#lib/store/database/connection.ts'

/** Kind of the database, without its address. */
export function formatDatabaseKind(kind: Connection['kind']): string {
  return kind === 'embedded' ? 'embedded PostgreSQL, for one process' : 'PostgreSQL server'
}
