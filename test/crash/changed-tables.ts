/** Statements that change rows; `FOR UPDATE` locks some, and `DO UPDATE` and `DO NOTHING` belong to an insert. */
const CHANGE = /(?<!\b(?:FOR|DO)\s+)\b(INSERT\s+INTO|UPDATE|DELETE\s+FROM|MERGE\s+INTO|TRUNCATE)\s+("?[\w."]+)/gi

/** The tables that a statement changes, as `update job_target`; empty for a read. */
export function changedTables(sql: string): readonly string[] {
  return [...sql.matchAll(CHANGE)].map(([, verb = '', table = '']) => {
    const [word = ''] = verb.toLowerCase().split(/\s/)
    return `${word} ${table.replaceAll('"', '').split('.').at(-1)}`
  })
}
