import type { Pool } from 'pg'

/** What a schema is, in a word: of columns, triggers, constraints, indexes, functions and the migrations that made them. */
const SCHEMA = `SELECT md5(concat_ws('|',
  (SELECT string_agg(concat_ws(' ', c.relname, c.relkind, a.attname, a.atttypid, a.attnotnull), ',' ORDER BY c.relname, a.attnum)
    FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid AND NOT a.attisdropped WHERE c.relnamespace = 'public'::regnamespace),
  (SELECT string_agg(concat_ws(' ', tgrelid::regclass, tgname, tgenabled), ',' ORDER BY tgrelid::regclass::text, tgname)
    FROM pg_trigger WHERE NOT tgisinternal),
  (SELECT string_agg(pg_get_constraintdef(oid), ',' ORDER BY conrelid::regclass::text, conname)
    FROM pg_constraint WHERE connamespace = 'public'::regnamespace),
  (SELECT string_agg(prosrc, ',' ORDER BY proname) FROM pg_proc WHERE pronamespace = 'public'::regnamespace),
  (SELECT string_agg(concat_ws(' ', migration_name, checksum), ',' ORDER BY migration_name) FROM _prisma_migrations))) AS schema`

/** Without the triggers that keep the audit chain, and with sequences that begin anew. */
const EMPTY = `DO $$
DECLARE name text; used boolean;
BEGIN
  SET LOCAL session_replication_role = replica;
  FOR name IN SELECT tablename FROM pg_tables WHERE schemaname = 'public' AND tablename <> '_prisma_migrations' LOOP
    EXECUTE format('SELECT EXISTS (SELECT 1 FROM %I)', name) INTO used;
    IF used THEN EXECUTE format('TRUNCATE %I CASCADE', name); END IF;
  END LOOP;
  FOR name IN SELECT sequencename FROM pg_sequences WHERE schemaname = 'public' LOOP
    EXECUTE format('ALTER SEQUENCE %I RESTART', name);
  END LOOP;
END $$`

/** What `isEmptied` compares with, of a database that was just migrated. */
export async function schemaOf(pool: Pick<Pool, 'query'>): Promise<string> {
  const { rows } = await pool.query<{ schema: string }>(SCHEMA)
  return rows[0]?.schema ?? ''
}

/** Takes all rows out of a database; false where a test left another schema, which only making it anew mends. */
export async function isEmptied(pool: Pick<Pool, 'query'>, schema: string): Promise<boolean> {
  if ((await schemaOf(pool).catch(() => '')) !== schema) return false
  await pool.query(EMPTY)
  return true
}
