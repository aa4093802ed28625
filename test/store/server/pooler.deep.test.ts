import { describe, expect, onTestFinished, test } from 'vitest'
import { MIGRATIONS } from '#lib/store/generated/migrations.ts'
import { openStore } from '#lib/store/open-store.ts'
import { Secret } from '#lib/util/secret.ts'
import { runCommand } from '../run-command.ts'
import { SILENT } from '../silent.ts'
import { hasPgBouncer, startPgBouncer } from '../start-pgbouncer.ts'
import { newServerDatabase } from '../test-store.ts'

async function poolerOf(server: string, mode: 'session' | 'transaction') {
  const { url, stop } = await startPgBouncer(server, mode)
  onTestFinished(stop)
  return url
}

// Debian's package pgbouncer has it; .ci/run downloads it.
describe.skipIf(!hasPgBouncer)('behind PgBouncer, where it is installed,', () => {
  test('two stores refuse pool_mode=transaction, write nothing, and name the setting', async () => {
    const server = await newServerDatabase()
    const url = await poolerOf(server, 'transaction')
    const database = { url: new Secret(url), connections: 5 }
    const opened = await Promise.allSettled([1, 2].map(() => openStore({ database, slowMs: 60_000, events: SILENT })))
    for (const each of opened) {
      expect(each.status === 'rejected' && String(each.reason)).toMatch(
        /^MigrationError: DATABASE_URL leads to a pooler .* Set pool_mode=session for this database in the pooler/,
      )
    }
    const doctor = await runCommand(['doctor', '--json'], { DATABASE_URL: url, KUBECONFIG: '' })
    expect(JSON.parse(doctor.out).checks).toContainEqual(
      expect.objectContaining({
        subject: 'database',
        verdict: 'wrong',
        says: expect.stringContaining('Set pool_mode=session'),
      }),
    )
    const migrated = await runCommand(['db', 'migrate', '--wait', '0'], { DATABASE_URL: server })
    expect(migrated.err).toContain(MIGRATIONS[0]?.name)
  })

  test('two stores share pool_mode=session: one migrates, and both run statements often enough to name them', async () => {
    const database = { url: new Secret(await poolerOf(await newServerDatabase(), 'session')), connections: 2 }
    const applied: string[] = []
    const events = { ...SILENT, migrated: (names: readonly string[]) => void applied.push(...names) }
    const stores = await Promise.all([1, 2].map(() => openStore({ database, slowMs: 60_000, events })))
    expect(applied).toEqual(MIGRATIONS.map(({ name }) => name))
    for (const store of stores) {
      for (let run = 0; run < 20; run++) expect(await store.db.claim.count()).toBe(0)
      expect(store.health()).toMatchObject({ state: 'up' })
      await store.close()
    }
  })
})
