import { expect, test } from 'vitest'
import { AUDIT_FIELDS } from '#lib/queries/audit/audit-fields.ts'
import { parseSearch } from '#lib/search/parse.ts'
import { actionsOn, countFound, searchAudit } from '#lib/store/audit/search.ts'
import { clusterClaims } from '#lib/store/claims/cluster-claims.ts'
import type { Db } from '#lib/store/database/client.ts'
import { Prisma } from '#lib/store/generated/prisma/client.ts'
import { jobMarks } from '#lib/store/jobs/read-jobs.ts'
import { unknownTargets } from '#lib/store/jobs/targets.ts'
import type { OpenStore } from '#lib/store/open-store.ts'
import { testStore } from './test-store.ts'

const ROWS = 20_000
/** Of the entry in the middle alone. */
const ID = '8b9a6f1e-4c0d-4e52-9f6a-2d7b1c55e0a3'
const NOW = Date.parse('2026-11-21T12:00:00Z')

/** Long tables in which one row in the middle is unlike all others. */
async function filled(): Promise<OpenStore> {
  const store = await testStore()
  const middle = ROWS / 2
  await store.connection.pool.query(`
    INSERT INTO audit_entry (seq, format, kind, at, actor, role, action, targets, reason, ticket, request_id, prev_hash, hash)
    SELECT n, 1, 'intent', CASE WHEN n = ${middle} THEN '2020-01-01' ELSE '2026-11-01' END::timestamptz,
      CASE WHEN n = ${middle} THEN 'rare@example.com' ELSE 'user-' || n % 5 END, 'operator',
      CASE WHEN n = ${middle} THEN 'lift' ELSE 'hold' END,
      CASE WHEN n = ${middle} THEN ARRAY['Claim/${ID}', 'GlobalAccount/${ID}'] ELSE ARRAY['Claim/' || n, 'GlobalAccount/' || n % 500] END,
      CASE WHEN n = ${middle} THEN 'quota_of_zone' ELSE 'maintenance ' || n END,
      CASE WHEN n = ${middle} THEN 'OPS-MIDDLE' ELSE 'OPS-' || n END, CASE WHEN n = ${middle} THEN '${ID}' ELSE 'r-' || n END, '', ''
    FROM generate_series(1, ${ROWS}) AS n;
    INSERT INTO audit_entry (seq, format, kind, at, actor, intent_seq, outcome, detail, prev_hash, hash)
    SELECT ${ROWS} + n, 1, 'outcome', '2026-11-01', 'user-' || n % 5, n, 'accepted',
      CASE WHEN n = ${middle} THEN 'The zone was shut.' ELSE 'Done in ' || n || ' ms.' END, '', ''
    FROM generate_series(1, ${ROWS}) AS n;
    INSERT INTO audit_status (intent_seq, outcome, outcome_seq)
    SELECT n, CASE WHEN n = ${middle} THEN 'unknown' ELSE 'accepted' END, ${ROWS} + n FROM generate_series(1, ${ROWS}) AS n;
    INSERT INTO claim (id, idempotency_key, request_hash, request, tenant, status, actor, updated_at)
    SELECT n, n, '', '{}', n % 500, 'released', 'keb', '2026-11-01' FROM generate_series(1, ${ROWS}) AS n;
    INSERT INTO job (id, action, parameters, reason, actor, status, total, finished_at, created_at)
    SELECT n, 'hold', '{}', 'x', 'olga', 'done', 1, '2026-11-01', '2026-11-01' FROM generate_series(1, ${ROWS}) AS n;
    INSERT INTO job_target (job_id, position, binding_kind, binding_namespace, binding_name, precondition, status)
    SELECT n, 0, 'CredentialsBinding', 'garden', n, '{}', 'done' FROM generate_series(1, ${ROWS}) AS n`)
  await store.connection.pool.query('VACUUM ANALYZE')
  return store
}

type Read = (db: Db) => Promise<unknown>

/** The plans of all that is read. */
async function plansOf({ db }: OpenStore, read: Read): Promise<string> {
  const plans: string[] = []
  const explained = async (strings: TemplateStringsArray, ...values: unknown[]) => {
    const query = Prisma.sql(strings, ...values)
    const lines = await db.$queryRaw<Record<string, string>[]>`EXPLAIN ${query}`
    plans.push(...lines.flatMap(line => Object.values(line)))
    return db.$queryRaw(query)
  }
  const recording = new Proxy(db, {
    get: (target, key) => (key === '$queryRaw' ? explained : Reflect.get(target, key)),
  })
  await read(recording)
  return plans.join('\n')
}

const search = (q: string) => ({ terms: parseSearch(q, AUDIT_FIELDS).terms, now: NOW })
const found =
  (q: string): Read =>
  async db => {
    expect(await searchAudit(db, search(q), 51)).toHaveLength(1)
  }
const counted =
  (q: string): Read =>
  async db => {
    expect(await countFound(db, search(q), 1_000)).toBe(1)
  }

const READS: readonly (readonly [what: string, Read, index: string])[] = [
  ...(
    [
      ['actor:rare', 'audit_entry_actor_seq_idx'],
      ['action:LIFT', 'audit_entry_action_seq_idx'],
      ['outcome:unknown', 'audit_status_outcome_intent_seq_idx'],
      ['at:2020-01-01', 'audit_entry_at_idx'],
      [`request:${ID}`, 'audit_entry_request_id_idx'],
      [`ga:${ID}`, 'audit_entry_targets_idx'],
      [`target:Claim/${ID}`, 'audit_entry_targets_idx'],
      ['target:4c0d-4e52', 'audit_entry_targets_text_idx'],
      ['ga:8b9a6f1e…0a3', 'audit_entry_targets_text_idx'],
      ['request:4c0d-4e52', 'audit_entry_texts_idx'],
      ['ticket:ops-mid', 'audit_entry_texts_idx'],
      ['reason:quota_', 'audit_entry_texts_idx'],
      ['reason:OF_ZONE,nowhere', 'audit_entry_texts_idx'],
      ['detail:"zone was"', 'audit_entry_texts_idx'],
      // A free word, wherever it stands.
      ['rare@example', 'audit_entry_actor_seq_idx'],
      ['quota_', 'audit_entry_texts_idx'],
      ['OPS-MIDDLE', 'audit_entry_texts_idx'],
      ['4c0d-4e52', 'audit_entry_targets_text_idx'],
      ['"the zone"', 'audit_entry_pkey'],
    ] as const
  ).flatMap(([q, index]) => [[q, found(q), index] as const, [`the count of ${q}`, counted(q), index] as const]),
  ['a timeline', db => actionsOn(db, 'GlobalAccount/7', { before: null, limit: 50 }), 'audit_entry_targets_idx'],
  ['claims that changed', async db => void (await clusterClaims(db, new Date()).next()), 'claim_updated_at_idx'],
  ['jobs that ended lately', jobMarks, 'job_finished_at_idx'],
  ['targets to be looked at', db => unknownTargets(db, { offset: 0, limit: 50 }), 'job_target_status_updated_at_idx'],
]

test('what is searched for or read again and again is found by an index, however long the tables are', async () => {
  const store = await filled()
  for (const [what, read, index] of READS) {
    const plan = await plansOf(store, read)
    expect.soft(plan, what).toContain(index)
    expect.soft(plan, what).not.toContain('Seq Scan')
  }
})
