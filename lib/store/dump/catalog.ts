import type { ClientBase } from 'pg'

/** A name as SQL takes it, whatever is in it. */
export function quoted(name: string): string {
  return `"${name.replaceAll('"', '""')}"`
}

/** The tables of the database, Prisma's own aside. */
export async function tablesOf(client: ClientBase): Promise<ReadonlySet<string>> {
  const { rows } = await client.query<{ name: string }>(
    "SELECT table_name AS name FROM information_schema.tables WHERE table_schema = current_schema() AND table_type = 'BASE TABLE' AND table_name <> '_prisma_migrations'",
  )
  return new Set(rows.map(({ name }) => name))
}

/** Columns of the primary key, in its order. */
export async function primaryKey(client: ClientBase, table: string): Promise<readonly string[]> {
  const { rows } = await client.query<{ name: string }>(
    `SELECT a.attname AS name FROM pg_index i
       JOIN unnest(i.indkey) WITH ORDINALITY AS k(attnum, place) ON true
       JOIN pg_attribute a ON a.attrelid = i.indrelid AND a.attnum = k.attnum
      WHERE i.indrelid = to_regclass($1) AND i.indisprimary ORDER BY k.place`,
    [quoted(table)],
  )
  return rows.map(({ name }) => name)
}

/** Columns that are filled from a sequence. */
export async function serialColumns(client: ClientBase, table: string): Promise<readonly string[]> {
  const { rows } = await client.query<{ name: string }>(
    `SELECT column_name AS name FROM information_schema.columns
      WHERE table_schema = current_schema() AND table_name = $1 AND column_default LIKE 'nextval(%'`,
    [table],
  )
  return rows.map(({ name }) => name)
}
