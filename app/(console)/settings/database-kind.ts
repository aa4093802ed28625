import type { Connection } from '#lib/store/database/connection.ts'

/** Which database it is, without where. */
export function databaseKind(kind: Connection['kind']): string {
  return kind === 'embedded' ? 'embedded PostgreSQL, for one process' : 'PostgreSQL server'
}
