import type { Pool } from 'pg'

/** A digest of a schema: columns, enums, triggers, constraints, indexes, functions and applied migrations. */
const SCHEMA = `SELECT md5(concat_ws('|',
  (SELECT string_agg(concat_ws(' ', c.relname, c.relkind, a.attname, format_type(a.atttypid, a.atttypmod), a.attnotnull,
      pg_get_expr(d.adbin, d.adrelid)), ',' ORDER BY c.relname, a.attnum)
    FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid AND NOT a.attisdropped
      LEFT JOIN pg_attrdef d ON d.adrelid = a.attrelid AND d.adnum = a.attnum WHERE c.relnamespace = 'public'::regnamespace),
  (SELECT string_agg(concat_ws(' ', enumtypid::regtype, enumlabel), ',' ORDER BY enumtypid::regtype::text, enumsortorder) FROM pg_enum),
  (SELECT string_agg(pg_get_indexdef(indexrelid), ',' ORDER BY indexrelid::regclass::text)
    FROM pg_index WHERE indrelid::regclass::text NOT LIKE 'pg_%'),
  (SELECT string_agg(concat_ws(' ', pg_get_triggerdef(oid), tgenabled), ',' ORDER BY tgrelid::regclass::text, tgname)
    FROM pg_trigger WHERE NOT tgisinternal),
  (SELECT string_agg(pg_get_constraintdef(oid), ',' ORDER BY conrelid::regclass::text, conname)
    FROM pg_constraint WHERE connamespace = 'public'::regnamespace),
  (SELECT string_agg(prosrc, ',' ORDER BY proname) FROM pg_proc WHERE pronamespace = 'public'::regnamespace),
  (SELECT string_agg(concat_ws(' ', migration_name, checksum, finished_at IS NULL, rolled_back_at IS NULL), ',' ORDER BY migration_name) FROM _prisma_migrations))) AS schema`

/**
 * Disables the triggers that protect the audit chain. TRUNCATE and RESTART create files, which takes longer than
 * deleting the rows of a small table. The statistics of the planner are reset too.
 */
const EMPTY = `DO $$
DECLARE name text; start bigint;
BEGIN
  SET LOCAL session_replication_role = replica;
  FOR name IN SELECT tablename FROM pg_tables WHERE schemaname = 'public' AND tablename <> '_prisma_migrations' LOOP
    IF pg_relation_size(quote_ident(name)::regclass) > 128 * 1024 THEN EXECUTE format('TRUNCATE %I CASCADE', name);
    ELSE EXECUTE format('DELETE FROM %I', name); END IF;
  END LOOP;
  FOR name, start IN SELECT sequencename, start_value FROM pg_sequences WHERE schemaname = 'public' LOOP
    PERFORM setval(quote_ident(name)::regclass, start, false);
  END LOOP;
  DELETE FROM pg_statistic;
  PERFORM pg_stat_reset();
END $$`

/** The schema that `isEmptied` compares with, of a database that was just migrated. */
export async function schemaOf(pool: Pick<Pool, 'query'>): Promise<string> {
  const { rows } = await pool.query<{ schema: string }>(SCHEMA)
  const [row] = rows
  if (row === undefined) throw new Error('PostgreSQL did not return the schema.')
  return row.schema
}

/**
 * Deletes all rows of a database; false if a test left another schema or none, so that the database has to be
 * recreated.
 */
export async function isEmptied(pool: Pick<Pool, 'query'>, schema: string): Promise<boolean> {
  if ((await schemaOf(pool).catch(() => null)) !== schema) return false
  await pool.query(EMPTY)
  return true
}
