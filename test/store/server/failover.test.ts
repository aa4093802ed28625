import { expect, onTestFinished, test } from 'vitest'
import { connectServer } from '#lib/store/database/server.ts'
import { Secret } from '#lib/util/secret.ts'
import { newServerDatabase } from '../test-store.ts'

test('all connections are replaced when one of them has become read-only', async () => {
  const { pool, close } = connectServer({ url: new Secret(await newServerDatabase()), connections: 2 })
  onTestFinished(close)
  const sessions = async (statement: string) => {
    const clients = [await pool.connect(), await pool.connect()]
    const ids: number[] = []
    for (const client of clients) {
      await client.query(statement)
      ids.push((await client.query<{ id: number }>('SELECT pg_backend_pid() AS id')).rows[0]?.id ?? 0)
    }
    for (const client of clients) client.release()
    return ids
  }
  const demoted = await sessions('SET default_transaction_read_only = on')
  await expect(pool.query('CREATE TABLE example (id int)')).rejects.toMatchObject({ code: '25006' })
  // The other connection is replaced after its next use.
  await pool.query('SELECT 1')
  await pool.query('CREATE TABLE example (id int)')
  expect(demoted).not.toContain((await sessions('SELECT 1'))[0])
})
