import { describe, expect, inject, test } from 'vitest'
import { splitLines } from '#lib/control/protocol.ts'
import { AuditLog } from '#lib/store/audit/audit-log.ts'
import { verifyAudit } from '#lib/store/audit/verify.ts'
import { DumpError, dumpLines } from '#lib/store/database/dump.ts'
import { type Migration, migrate } from '#lib/store/database/migrate.ts'
import { restoreLines } from '#lib/store/database/restore.ts'
import { MIGRATIONS, TABLES } from '#lib/store/generated/migrations.ts'
import type { OpenStore } from '#lib/store/open-store.ts'
import { fillWithSamples } from './sample-rows.ts'
import { testStore } from './test-store.ts'

const NOW = new Date('2026-11-21T12:00:00.000Z')

async function dumpOf(store: OpenStore): Promise<readonly string[]> {
  const lines: string[] = []
  for await (const line of dumpLines(store.connection, NOW)) lines.push(line)
  return lines
}

async function filled(): Promise<OpenStore> {
  const store = await testStore()
  await fillWithSamples(store)
  return store
}

async function* from(lines: readonly string[]): AsyncGenerator<string> {
  yield* lines
}

/** Restores without an audit entry, so that the database equals that of the dump. */
function restore({ connection }: OpenStore, lines: readonly string[], migrations?: readonly Migration[]) {
  return restoreLines(connection, from(lines), async () => {}, migrations)
}

const OTHER = inject('database') === 'embedded' ? 'postgres' : 'embedded'

const KINDS = [
  ['the same kind of database', inject('database')],
  ['the other kind of database', OTHER],
] as const

// Without a server there is one kind.
describe.each(inject('postgresUrl') === '' ? KINDS.slice(0, 1) : KINDS)('a dump restored into %s', (_, kind) => {
  test('is the same database', async () => {
    const source = await filled()
    const dump = await dumpOf(source)
    const marks = dump.map((line, index) => ({ line, next: dump[index + 1] ?? '' }))
    const empty = marks.filter(({ line, next }) => line.startsWith('["table"') && !next.startsWith('{'))
    expect(empty.map(({ line }) => line)).toEqual([])

    const target = await testStore({ kind })
    const restored = await restore(target, dump)
    expect(restored).toMatchObject({ at: NOW.toISOString(), migrated: [] })
    expect(await dumpOf(target)).toEqual(dump)
    expect(await verifyAudit(target.db)).toEqual(await verifyAudit(source.db))
  })

  test('continues where the source ended', async () => {
    const target = await testStore({ kind })
    await restore(target, await dumpOf(await filled()))
    const log = new AuditLog(target)
    await log.intent({
      actor: { name: 'a', role: null },
      action: 'hold',
      targets: [],
      reason: null,
      ticket: null,
      requestId: null,
    })
    expect(await verifyAudit(target.db)).toMatchObject({ ok: true, entries: 3n })
    const row = await target.db.claim.create({
      data: {
        id: 'new',
        idempotencyKey: 'new',
        requestHash: '',
        request: {},
        tenant: 'ga-1',
        status: 'waiting',
        actor: 'keb',
      },
    })
    expect(row.ticket).toBe(4n)
  })

  test('migrates a dump of an older version', async () => {
    const dump = await dumpOf(await filled())
    const target = await testStore({ kind })
    await target.connection.pool.query('DROP SCHEMA public CASCADE; CREATE SCHEMA public')
    const newer = [...MIGRATIONS, { name: '9_newer', sql: 'ALTER TABLE claim ADD COLUMN extra int DEFAULT 7' }]
    const restored = await restore(target, dump, newer)
    expect(restored.migrated).toEqual(['9_newer'])
    const { rows } = await target.connection.pool.query('SELECT DISTINCT extra FROM claim')
    expect(rows).toEqual([{ extra: 7 }])
  })
})

describe('a restore is refused and writes nothing', () => {
  const rejected = async (lines: readonly string[], message: RegExp) => {
    const target = await testStore()
    const restoring = restore(target, lines)
    await expect(restoring).rejects.toThrow(message)
    expect((await dumpOf(target)).length).toBe(TABLES.length + 2)
  }

  test('when the database is not empty', async () => {
    const source = await filled()
    const dump = await dumpOf(source)
    const restoring = restore(source, dump)
    await expect(restoring).rejects.toThrow(/has rows in .* empty one only/)
    await expect(restore(source, dump)).rejects.toBeInstanceOf(DumpError)
    expect(await dumpOf(source)).toEqual(dump)
  })

  test('when the database is an older one with rows, which is not migrated', async () => {
    const source = await filled()
    const newer = [...MIGRATIONS, { name: '9_newer', sql: 'CREATE TABLE extra (id int)' }]
    const dump = (await dumpOf(source)).map(line => line.replace('"],"tables"', '","9_newer"],"tables"'))
    expect(dump[0]).toContain('9_newer')
    await expect(restore(source, dump, newer)).rejects.toThrow(/has rows in .* empty one only/)
    expect(await migrate(source.connection.pool)).toEqual([])
    const { rows } = await source.connection.pool.query("SELECT to_regclass('extra') AS extra")
    expect(rows).toEqual([{ extra: null }])
  })

  test.each([
    ['it is empty', () => [], /empty or cut off/],
    ['it is something else', () => ['{"kind":"Shoot"}'], /not a dump made by/],
    ['it is no JSON', () => ['hello'], /not a dump made by/],
    ['its end is missing', (dump: readonly string[]) => dump.slice(0, -1), /cut off/],
    [
      'half a line is missing',
      (dump: readonly string[]) => [...dump.slice(0, 6), dump[6]?.slice(0, 9) ?? ''],
      /cut off|row/,
    ],
    ['a row is missing', (dump: readonly string[]) => dump.toSpliced(2, 1), /checksum/],
    ['a value was changed', (dump: readonly string[]) => dump.map(line => line.replace('ga-1', 'ga-2')), /checksum/],
    ['a line is garbage', (dump: readonly string[]) => dump.toSpliced(2, 0, 'garbage'), /neither a row nor a mark/],
    [
      'it names tables that are none',
      (dump: readonly string[]) => [(dump[0] ?? '').replace('"claim"', '"pg_class"'), ...dump.slice(1)],
      /table pg_class/,
    ],
    [
      'a newer version made it',
      (dump: readonly string[]) => [
        (dump[0] ?? '').replace('"migrations":[', '"migrations":["0_newer",'),
        ...dump.slice(1),
      ],
      /0_newer.*newer one has made it/,
    ],
  ] as const)('when %s', async (_, spoil, message) => {
    await rejected(spoil(await dumpOf(await filled())), message)
  })

  test('when the database has another version than the dump', async () => {
    const dump = await dumpOf(await filled())
    const target = await testStore()
    const newer = [...MIGRATIONS, { name: '9_newer', sql: 'SELECT 1' }]
    await migrate(target.connection.pool, newer)
    await expect(restore(target, dump, newer)).rejects.toThrow(/database without tables/)
  })
})

test('a dump is a snapshot that concurrent writes do not change', async () => {
  const store = await filled()
  const lines: string[] = []
  for await (const line of dumpLines(store.connection, NOW)) {
    // The embedded database has one connection, so concurrent writes are impossible.
    if (lines.length === 1 && store.connection.kind === 'server') {
      await store.db.claim.deleteMany({})
      await store.db.poolSlot.create({ data: { key: 'later' } })
    }
    lines.push(line)
  }
  expect(lines.filter(line => line.includes('"idempotency_key"'))).toHaveLength(3)
  expect(lines.join()).not.toContain('later')
})

test('the database stays usable after a reader stops', async () => {
  const store = await filled()
  for await (const line of dumpLines(store.connection, NOW)) if (line.startsWith('{')) break
  expect(await store.db.claim.count()).toBe(3)
})

test('the size of a dump depends on the rows, not on the database files', async () => {
  const store = await testStore()
  const empty = (await dumpOf(store)).join('\n').length
  // The first line names every migration and table, and each table has a line of its own.
  const names = [...MIGRATIONS.map(({ name }) => name), ...TABLES, ...TABLES]
  expect(empty).toBeLessThan(names.reduce((sum, name) => sum + name.length + 15, 200))
  const data = Array.from({ length: 1_000 }, (_, n) => ({
    id: `claim-${n}`,
    idempotencyKey: `key-${n}`,
    requestHash: 'x'.repeat(64),
    request: { plan: 'aws', platformRegion: 'cf-eu11' },
    tenant: 'ga-1',
    status: 'active' as const,
    actor: 'keb',
  }))
  await store.db.claim.createMany({ data })
  const perRow = ((await dumpOf(store)).join('\n').length - empty) / data.length
  expect(perRow).toBeLessThan(1_500)
})

describe('a damaged dump', () => {
  async function* piecesOf(bytes: Buffer): AsyncGenerator<string> {
    yield bytes.toString('utf8')
  }

  const nested = (depth: number) => `${'{"a":'.repeat(depth)}1${'}'.repeat(depth)}`

  const damages: Readonly<Record<string, (dump: Buffer, at: number) => Buffer>> = {
    'with a bit flipped': (dump, at) => {
      const damaged = Buffer.from(dump)
      damaged[at] = (damaged[at] ?? 0) ^ (1 << (at % 8))
      return damaged
    },
    'with bytes missing': (dump, at) => Buffer.concat([dump.subarray(0, at), dump.subarray(at + 1 + (at % 50))]),
    'with bytes overwritten': (dump, at) => Buffer.from(dump).fill(at % 2 === 0 ? 0 : 255, at, at + 40),
    'with bytes repeated': (dump, at) => Buffer.concat([dump.subarray(0, at), dump.subarray(Math.max(0, at - 200))]),
    'with a value nested too deep': (dump, at) =>
      Buffer.from(dump.toString().replace(/"request":\{[^}]*\}/, () => `"request":${nested(10_000 + at)}`)),
  }

  test('is refused with a message, and writes nothing', async () => {
    const dump = Buffer.from(`${(await dumpOf(await filled())).join('\n')}\n`)
    const target = await testStore()
    for (const [name, damage] of Object.entries(damages)) {
      for (let n = 1; n < 7; n++) {
        const damaged = damage(dump, Math.floor((dump.length * n) / 7))
        if (damaged.equals(dump)) continue
        const lines = splitLines(piecesOf(damaged))
        const restoring = restoreLines(target.connection, lines, async () => {})
        await expect(restoring, `${name}, ${n}`).rejects.toBeInstanceOf(DumpError)
      }
    }
    expect((await dumpOf(target)).length).toBe(TABLES.length + 2)
  })

  test('is refused with a short message, even if the database quotes a long value', async () => {
    const dump = await dumpOf(await filled())
    const damaged = dump.map(line => line.replace(/^\{"seq":\d+/, `{"seq":${'9'.repeat(10_000)}`))
    expect(damaged).not.toEqual(dump)
    const error = await restore(await testStore(), damaged).catch((cause: unknown) => cause)
    expect(error).toBeInstanceOf(DumpError)
    expect(String(error).length).toBeLessThan(400)
  })
})
