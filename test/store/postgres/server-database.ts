import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { migrate } from '#lib/store/database/migrate.ts'

/** Database with every table and no row. */
const TEMPLATE = 'hap_template'

/** Creates the template that `createDatabase` copies. */
export async function createTemplate(server: string): Promise<void> {
  const pool = new pg.Pool({ connectionString: await create(server, TEMPLATE, null), max: 1 })
  try {
    await migrate(pool)
  } finally {
    // PostgreSQL does not copy a database with connections.
    await pool.end()
  }
}

/** Creates a database on the server and returns its URL: with every table and no row, or empty. */
export async function createDatabase(server: string, schema: 'made' | 'none'): Promise<string> {
  return create(server, `hap_${randomUUID().replaceAll('-', '')}`, schema === 'made' ? TEMPLATE : null)
}

async function create(server: string, name: string, template: string | null): Promise<string> {
  const client = new pg.Client({ connectionString: server })
  await client.connect()
  await client.query(`CREATE DATABASE ${name}${template === null ? '' : ` TEMPLATE ${template}`}`)
  await client.end()
  const url = new URL(server)
  url.pathname = `/${name}`
  return url.href
}
