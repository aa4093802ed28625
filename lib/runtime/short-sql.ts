const MOST_CHARACTERS = 400

/** A statement for the log: one that writes a thousand rows at once goes on with their parameters for pages. */
export function shortSql(sql: string): string {
  if (sql.length <= MOST_CHARACTERS) return sql
  return `${sql.slice(0, MOST_CHARACTERS)}… (${sql.length} characters)`
}
