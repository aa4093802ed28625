import pg from 'pg'
import type { FinalClaim } from './history-facts.ts'

/** Reads the claims from the database. */
export async function claimRows(databaseUrl: string): Promise<readonly FinalClaim[]> {
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  try {
    const { rows } = await client.query<FinalClaim>(
      `SELECT id, idempotency_key AS key, status::text AS status, tenant, account, binding_name AS binding, message, holder,
              coalesce(reasoning->'passedOver' @> '[{"why": "unwritable"}]', false) AS "skippedAccount"
         FROM claim`,
    )
    return rows
  } finally {
    await client.end()
  }
}
