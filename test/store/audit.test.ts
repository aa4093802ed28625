import { describe, expect, onTestFinished, test } from 'vitest'
import { logAuditEnd } from '#lib/runtime/start-audit.ts'
import { AuditError, AuditLog, closeAbandoned } from '#lib/store/audit/audit-log.ts'
import { type EntryContent, entryHash, type IntentDraft } from '#lib/store/audit/entry.ts'
import { listAudit } from '#lib/store/audit/records.ts'
import { verifyAudit } from '#lib/store/audit/verify.ts'
import type { OpenStore } from '#lib/store/open-store.ts'
import { testStore } from './test-store.ts'

const OPERATOR = { name: 'operator@example.com', role: 'operator' }
const BINDING = 'CredentialsBinding/garden/aws-1'

const release = (changes: Partial<IntentDraft> = {}): IntentDraft => ({
  actor: OPERATOR,
  action: 'release',
  targets: [BINDING],
  reason: 'no clusters left',
  ticket: 'OPS-1',
  requestId: 'r-1',
  before: { tenantName: 'ga-1', 'a key with \u{1F600}': ['x', 1, null, 1.5, -0.25, true] },
  after: { tenantName: 'ga-1', dirty: 'true' },
  ...changes,
})

async function withEntries(count: number): Promise<OpenStore> {
  const store = await testStore()
  const log = new AuditLog(store)
  for (let n = 0; n < count; n++) {
    const intent = await log.intent(release({ requestId: `r-${n}` }))
    await log.outcome({ intent, actor: OPERATOR, outcome: 'accepted', detail: null })
  }
  return store
}

test('lists intent and outcome as one action', async () => {
  const store = await testStore()
  const log = new AuditLog(store, () => new Date('2026-11-21T10:00:00.007Z'))
  const intent = await log.intent(release())
  expect(await listAudit(store.db, {}, { limit: 10 })).toMatchObject([
    { seq: intent, outcome: 'open', outcomeAt: null },
  ])
  await log.outcome({ intent, actor: OPERATOR, outcome: 'accepted', detail: 'Released.', after: { dirty: 'true' } })
  expect(await listAudit(store.db, {}, { limit: 10 })).toEqual([
    {
      seq: 1n,
      at: '2026-11-21T10:00:00.007Z',
      actor: 'operator@example.com',
      role: 'operator',
      actorIssuer: null,
      actorSubject: null,
      action: 'release',
      targets: [BINDING],
      reason: 'no clusters left',
      ticket: 'OPS-1',
      requestId: 'r-1',
      before: release().before,
      wanted: release().after,
      outcome: 'accepted',
      outcomeAt: '2026-11-21T10:00:00.007Z',
      outcomeSeq: 2n,
      detail: 'Released.',
      result: { dirty: 'true' },
      wrote: [],
      hash: expect.stringMatching(/^[0-9a-f]{64}$/),
    },
  ])
})

test('logs the end of the chain in the format of the check, and again when it has changed', async () => {
  const store = await withEntries(1)
  const logged: string[] = []
  let reads = 0
  const counted = {
    get db() {
      reads++
      return store.db
    },
  }
  onTestFinished(logAuditEnd(counted, 10, end => logged.push(end)))
  await expect.poll(() => logged.length).toBe(1)
  await new AuditLog(store).intent(release())
  await expect.poll(() => logged.length).toBe(2)
  const [seq = '', hash = ''] = logged[1]?.split(':') ?? []
  expect(seq).toBe('3')
  expect(await verifyAudit(store.db, { seq: BigInt(seq), hash })).toMatchObject({ ok: true, entries: 3n })
  const readsBefore = reads
  await expect.poll(() => reads).toBeGreaterThan(readsBefore + 2)
  expect(logged).toHaveLength(2)
})

test('concurrent writers build one chain without gaps', async () => {
  const store = await testStore()
  const logs = [new AuditLog(store), new AuditLog(store), new AuditLog(store)]
  const write = async (log: AuditLog, n: number) => {
    const intent = await log.intent(release({ requestId: `r-${n}` }))
    await log.outcome({ intent, actor: OPERATOR, outcome: n % 2 === 0 ? 'accepted' : 'failed', detail: null })
  }
  await Promise.all(logs.flatMap((log, n) => Array.from({ length: 40 }, (_, m) => write(log, n * 100 + m))))
  expect(await verifyAudit(store.db)).toMatchObject({ ok: true, entries: 240n })
  expect(await listAudit(store.db, { outcome: 'accepted' }, { limit: 100 })).toHaveLength(60)
  expect(await listAudit(store.db, { outcome: 'open' }, { limit: 100 })).toEqual([])
})

test('unusual texts do not break the chain', async () => {
  const store = await testStore()
  const log = new AuditLog(store)
  await log.refused(
    release({ reason: 'nul \0, half \uD83D, "quoted", {braces}, \\ and \u{1F600}', targets: ['a,b', '{"x"}', ''] }),
    'The account has \0 clusters.',
  )
  expect(await verifyAudit(store.db)).toMatchObject({ ok: true, entries: 2n })
})

test.each([
  ['actor', { actor: 'operator@example.com' }, 3],
  ['unknown actor', { actor: 'operator' }, 0],
  ['action', { action: 'hold' }, 1],
  ['outcome', { outcome: 'refused' }, 1],
  ['open ones', { outcome: 'open' }, 2],
  ['target', { target: 'CredentialsBinding/garden/aws-2' }, 1],
  ['request', { requestId: 'r-2' }, 1],
  ['time', { to: new Date('2026-11-21T12:00:00Z') }, 2],
] as const)('a filter by %s', async (_, filter, count) => {
  const store = await testStore()
  const times = ['2026-11-21T10:00:00Z', '2026-11-21T11:00:00Z', '2026-11-21T12:00:00Z', '2026-11-21T12:00:00Z']
  const log = new AuditLog(store, () => new Date(times.shift() ?? 0))
  await log.intent(release())
  await log.intent(release({ targets: ['CredentialsBinding/garden/aws-2'], requestId: 'r-2' }))
  await log.refused(release({ action: 'hold', reason: 'maintenance', ticket: null }), 'It is claimed.')
  expect(await listAudit(store.db, filter, { limit: 10 })).toHaveLength(count)
})

test('pages continue where the previous one ended', async () => {
  const { db } = await withEntries(5)
  const first = await listAudit(db, {}, { limit: 3 })
  const before = first.at(-1)?.seq ?? 0n
  const second = await listAudit(db, {}, { limit: 3, before })
  expect([...first, ...second].map(({ seq }) => seq)).toEqual([9n, 7n, 5n, 3n, 1n])
})

test('the intent of an ended process becomes unknown, and may be resolved later', async () => {
  const store = await testStore()
  const early = new AuditLog(store, () => new Date('2026-11-21T10:00:00Z'))
  const lost = await early.intent(release())
  await new AuditLog(store, () => new Date('2026-11-21T10:30:00Z')).intent(release({ requestId: 'r-2' }))
  const before = new Date('2026-11-21T10:20:00Z')
  expect(await closeAbandoned(store, before)).toBe(1)
  expect(await closeAbandoned(store, before)).toBe(0)
  expect((await listAudit(store.db, {}, { limit: 9 })).map(({ outcome }) => outcome)).toEqual(['open', 'unknown'])
  await early.outcome({ intent: lost, actor: OPERATOR, outcome: 'accepted', detail: 'The label is there.' })
  expect((await listAudit(store.db, {}, { limit: 9 })).map(({ outcome }) => outcome)).toEqual(['open', 'accepted'])
  expect(await verifyAudit(store.db)).toMatchObject({ ok: true })
})

test('rejects an intent when the log cannot be written', async () => {
  const store = await testStore()
  await store.connection.pool.query('ALTER TABLE audit_entry RENAME TO gone')
  const log = new AuditLog(store)
  await expect(log.intent(release())).rejects.toBeInstanceOf(AuditError)
  await store.connection.pool.query('ALTER TABLE gone RENAME TO audit_entry')
  expect(await log.intent(release())).toBe(1n)
})

test('one rejected entry does not reject the others', async () => {
  const store = await testStore()
  const log = new AuditLog(store)
  const results = await Promise.allSettled([
    log.intent(release({ requestId: 'first' })),
    log.intent(release({ requestId: 'second' })),
    log.outcome({ intent: 999n, actor: OPERATOR, outcome: 'accepted', detail: null }),
    log.intent(release({ requestId: 'third' })),
  ])
  expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled', 'rejected', 'fulfilled'])
  expect(await verifyAudit(store.db)).toMatchObject({ ok: true, entries: 3n })
})

test.each(['UPDATE audit_entry SET actor = $$x$$', 'DELETE FROM audit_entry', 'TRUNCATE audit_entry CASCADE'])(
  'the database refuses %s',
  async sql => {
    const store = await withEntries(1)
    await expect(store.connection.pool.query(sql)).rejects.toThrow('never changed or removed')
  },
)

test('the database rejects an entry before the first one', async () => {
  const { connection } = await withEntries(1)
  for (const seq of [0, -1])
    await expect(connection.pool.query(`INSERT INTO audit_entry ${copyAs(seq)}`)).rejects.toThrow('audit_entry_begins')
})

/** The first entry under another number. */
function copyAs(seq: number | bigint): string {
  return `SELECT (jsonb_populate_record(first, '{"seq": ${seq}}')).* FROM audit_entry AS first WHERE seq = 1`
}

describe('verification reports tampering with the first bad row', () => {
  /** An entry outside the chain that lists would show. */
  const forged = (seq: bigint) =>
    `ALTER TABLE audit_entry DROP CONSTRAINT IF EXISTS audit_entry_begins_at_one;
     INSERT INTO audit_entry ${copyAs(seq)};
     INSERT INTO audit_status (intent_seq, outcome) VALUES (${seq}, 'open')`

  const tamper = async (store: OpenStore, sql: string) => {
    await store.connection.pool.query(`BEGIN; SET LOCAL session_replication_role = replica; ${sql}; COMMIT`)
    return verifyAudit(store.db)
  }

  test('is successful without tampering', async () => {
    expect(await verifyAudit((await withEntries(3)).db)).toMatchObject({ ok: true, entries: 6n })
  })

  test.each([
    ['an actor', "UPDATE audit_entry SET actor = 'x' WHERE seq = 3", 3n],
    ['a reason to null', 'UPDATE audit_entry SET reason = NULL WHERE seq = 5', 5n],
    ['a target added', "UPDATE audit_entry SET targets = array_append(targets, 'x') WHERE seq = 1", 1n],
    ['a label', `UPDATE audit_entry SET before = before || '{"tenantName":"ga-2"}' WHERE seq = 3`, 3n],
    ['a time by a millisecond', "UPDATE audit_entry SET at = at + interval '1 millisecond' WHERE seq = 2", 2n],
    ['a time to none', "UPDATE audit_entry SET at = 'infinity' WHERE seq = 2", 2n],
    ['a time to one before all', "UPDATE audit_entry SET at = '-infinity' WHERE seq = 2", 2n],
    [
      'a time to the same before Christ',
      "UPDATE audit_entry SET at = (at::text || ' BC')::timestamptz WHERE seq = 2",
      2n,
    ],
    ['a time to one past all calendars', "UPDATE audit_entry SET at = '290000-01-01Z' WHERE seq = 2", 2n],
    ['a target to nothing', "UPDATE audit_entry SET targets = '{NULL}' WHERE seq = 3", 3n],
    ['targets to a table', "UPDATE audit_entry SET targets = '{{a,b},{c,d}}' WHERE seq = 3", 3n],
    ['an outcome', "UPDATE audit_entry SET outcome = 'failed' WHERE seq = 4", 4n],
    ['a hash', "UPDATE audit_entry SET hash = repeat('a', 64) WHERE seq = 2", 2n],
    ['a row left out', 'DELETE FROM audit_status; DELETE FROM audit_entry WHERE seq = 3', 3n],
    ['the last row left out', 'DELETE FROM audit_entry WHERE seq = 6', 6n],
    [
      'rows exchanged',
      'UPDATE audit_entry SET seq = 9 WHERE seq = 2; UPDATE audit_entry SET seq = 2 WHERE seq = 5; UPDATE audit_entry SET seq = 5 WHERE seq = 9',
      2n,
    ],
    ['what the first row follows', "UPDATE audit_entry SET prev_hash = repeat('a', 64) WHERE seq = 1", 1n],
    ['an outcome as lists show it', 'UPDATE audit_status SET outcome_seq = 6 WHERE intent_seq = 3', 3n],
    ['an outcome forgotten', "UPDATE audit_status SET outcome = 'open', outcome_seq = NULL WHERE intent_seq = 5", 5n],
    ['an action left out of lists', 'DELETE FROM audit_status WHERE intent_seq = 1', 1n],
    ['an outcome noted as an action', "INSERT INTO audit_status (intent_seq, outcome) VALUES (4, 'open')", 4n],
    ['a row before the first one', forged(0n), 0n],
    ['rows before the first one', `${forged(-1n)}; ${forged(-7n)}`, -7n],
    ['a row after the last one', forged(7n), 7n],
    ['the end moved back', 'UPDATE audit_head SET seq = 4, hash = (SELECT hash FROM audit_entry WHERE seq = 4)', 5n],
  ])('%s', async (_, sql, seq) => {
    expect(await tamper(await withEntries(3), sql)).toMatchObject({ ok: false, seq })
  })

  test.each([
    ['a row', 3n, { actor: 'x' }, 3n, /^Entries 3 and 4 disagree:/],
    ['what a row follows', 4n, { prevHash: 'a'.repeat(64) }, 3n, /^Entries 3 and 4 disagree:.*would look alike/],
    ['what the first row follows', 1n, { prevHash: 'a'.repeat(64) }, 1n, /does not begin the chain/],
    ['the last row', 6n, { detail: 'x' }, 6n, /end of the chain has a different hash/],
  ])('%s, with a recomputed hash', async (_, seq, change, named, problem) => {
    const store = await withEntries(3)
    const row = { ...(await store.db.auditEntry.findUniqueOrThrow({ where: { seq } })), ...change }
    const content = { ...row, at: row.at.toISOString() } as EntryContent
    const sql = `UPDATE audit_entry SET actor = '${row.actor}', detail = ${row.detail === null ? 'NULL' : `'${row.detail}'`},
      prev_hash = '${row.prevHash}', hash = '${entryHash(seq, content, row.prevHash)}' WHERE seq = ${seq}`
    expect(await tamper(store, sql)).toMatchObject({
      ok: false,
      seq: named,
      problem: expect.stringMatching(problem),
    })
  })

  test('detects a truncated end by an entry recorded elsewhere', async () => {
    const store = await withEntries(3)
    const whole = await verifyAudit(store.db)
    const anchor = { seq: 6n, hash: whole.ok ? whole.hash : '' }
    expect(await verifyAudit(store.db, anchor)).toMatchObject({ ok: true })
    const cut =
      'DELETE FROM audit_status WHERE intent_seq > 4; DELETE FROM audit_entry WHERE seq > 4; UPDATE audit_head SET seq = 4, hash = (SELECT hash FROM audit_entry WHERE seq = 4)'
    expect(await tamper(store, cut)).toMatchObject({ ok: true, entries: 4n })
    expect(await verifyAudit(store.db, anchor)).toMatchObject({ ok: false, seq: 5n })
  })
})

test('5,000 refused calls of a user leave ten entries and one summary', async () => {
  const store = await testStore()
  const clock = { now: Date.parse('2026-11-21T10:00:00Z') }
  const isWhole = (draft: IntentDraft) => draft.action === 'approve'
  const log = new AuditLog(store, () => new Date(clock.now), isWhole)
  const call = (n: number, action = 'release') => log.refused(release({ action, requestId: `r-${n}` }), 'No.')
  for (let n = 0; n < 5_000; n++) await call(n)
  for (let n = 0; n < 12; n++) await call(n, 'approve')
  await log.summarizeRefusals()
  expect(await listAudit(store.db, { action: 'release' }, { limit: 20 })).toHaveLength(10)
  expect(await listAudit(store.db, { action: 'approve' }, { limit: 20 })).toHaveLength(12)
  clock.now += 60_000
  await log.summarizeRefusals()
  await log.summarizeRefusals(true)
  const [summary, ...rest] = await listAudit(store.db, { action: 'release' }, { limit: 20 })
  expect(rest).toHaveLength(10)
  expect(summary).toMatchObject({
    actor: OPERATOR.name,
    outcome: 'refused',
    targets: [BINDING],
    wanted: { calls: 4_990 },
  })
  expect(await verifyAudit(store.db)).toMatchObject({ ok: true, entries: 46n })
})
