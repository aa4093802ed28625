import type pg from 'pg'
import { expect, test } from 'vitest'
import type { BindingRef } from '#lib/hap/pools/binding.ts'
import { AUDIT_LIST } from '#lib/queries/audit/audit-list.ts'
import { parseSearch } from '#lib/search/parse.ts'
import { listActionsOn, readFirstClusters } from '#lib/store/audit/actions-on.ts'
import { countAudit, searchAudit } from '#lib/store/audit/search.ts'
import { listClusterClaims } from '#lib/store/claims/claim-clusters.ts'
import { listClaimEvents } from '#lib/store/claims/claim-events.ts'
import type { ClaimFilter } from '#lib/store/claims/ledger.ts'
import { listClaims } from '#lib/store/claims/queues.ts'
import { listRecordedRequests, readRequestedRegions } from '#lib/store/claims/recorded-requests.ts'
import { type Db, prismaClient } from '#lib/store/database/client.ts'
import { listUnknownTargets } from '#lib/store/jobs/job-lease.ts'
import { searchJobs } from '#lib/store/jobs/job-list.ts'
import { countPendingTargets, listTargets, readJob, readJobs, readJobVersions } from '#lib/store/jobs/jobs.ts'
import type { OpenStore } from '#lib/store/open-store.ts'
import { listClaimedAtStart, listDayFlows, listStateChanges } from '#lib/store/states/state-history.ts'
import { testStore } from './test-store.ts'

const ROWS = 20_000
/** Only of the entry in the middle. */
const ID = '8b9a6f1e-4c0d-4e52-9f6a-2d7b1c55e0a3'
const NOW = Date.parse('2026-11-21T12:00:00Z')

/** Long tables whose middle row differs from all others. */
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
    INSERT INTO claim (id, idempotency_key, request_hash, request, tenant, status, actor, updated_at, pool_key,
      binding_kind, binding_namespace, binding_name)
    SELECT n, n, '', '{}', n % 500, (CASE WHEN n = ${middle} THEN 'waiting' ELSE 'released' END)::"ClaimStatus", 'keb', '2026-11-01',
      CASE WHEN n = ${middle} THEN 'gcp' ELSE 'aws' END, 'CredentialsBinding', 'garden', n % 4000
    FROM generate_series(1, ${ROWS}) AS n;
    INSERT INTO job (id, action, parameters, reason, actor, status, total, finished_at, created_at)
    SELECT n, 'hold', '{}', 'x', 'olga', 'done', 1, '2026-11-01', '2026-11-01'::timestamptz + n * interval '1 second'
    FROM generate_series(1, ${ROWS}) AS n;
    INSERT INTO binding_state (kind, namespace, name, uid, account, pool_key, tenant, state, since, annotations, seen_at)
    SELECT 'CredentialsBinding', 'garden', n, n, n, 'aws', n % 500, CASE WHEN n % 1000 = 0 THEN 'claimed' ELSE 'dirty' END,
      '2026-11-01', '{}', '2026-11-01'
    FROM generate_series(1, ${ROWS}) AS n;
    INSERT INTO state_change (at, kind, namespace, name, uid, account, pool_key, tenant, from_state, to_state, cause)
    SELECT '2026-11-01'::timestamptz + n * interval '1 minute', 'CredentialsBinding', 'garden', n % 4000, n, n, 'aws', n % 500,
      'free', 'claimed', 'observed'
    FROM generate_series(1, ${ROWS}) AS n;
    INSERT INTO job_target (job_id, position, binding_kind, binding_namespace, binding_name, precondition, status)
    SELECT n, 0, 'CredentialsBinding', 'garden', n, '{}', 'done' FROM generate_series(1, ${ROWS}) AS n`)
  await store.connection.pool.query('VACUUM ANALYZE')
  return store
}

type Read = (db: Db) => Promise<unknown>

/** Explains all statements of a read, with the values they have. */
function planner({ connection }: OpenStore): (read: Read) => Promise<string> {
  const statements: pg.QueryConfig[] = []
  const query = (statement: pg.QueryConfig) => {
    statements.push(statement)
    return connection.pool.query(statement)
  }
  const pool = new Proxy(connection.pool, {
    get: (target, key) => (key === 'query' ? query : Reflect.get(target, key)),
  })
  const client = prismaClient({ ...connection, pool }, () => {})
  return async read => {
    await read(client)
    const plans: string[] = []
    for (const { text, values } of statements.splice(0)) {
      const { rows } = await connection.pool.query<Record<string, string>>(`EXPLAIN ${text}`, values)
      plans.push(...rows.flatMap(row => Object.values(row)))
    }
    return plans.join('\n')
  }
}

const search = (q: string) => ({ terms: parseSearch(q, AUDIT_LIST.fields).terms, now: NOW })
const found =
  (q: string): Read =>
  async db => {
    expect(await searchAudit(db, search(q), 51)).toHaveLength(1)
  }
const counted =
  (q: string): Read =>
  async db => {
    expect(await countAudit(db, search(q), 1_000)).toBe(1)
  }

const BINDING: BindingRef = { kind: 'CredentialsBinding', namespace: 'garden', name: '7' }

const listed =
  (filter: Omit<ClaimFilter, 'offset' | 'limit'>): Read =>
  db =>
    listClaims(db, { ...filter, offset: 0, limit: 50 })

const jobsBy =
  (sort: string): Read =>
  db =>
    searchJobs(db, { terms: [], now: NOW, stalled: false }, { sort, offset: 0, limit: 50 })

const READS: readonly (readonly [what: string, Read, index: string])[] = [
  ...(
    [
      ['actor:rare', 'audit_entry_actor_seq_idx'],
      ['action:LIFT', 'audit_entry_action_seq_idx'],
      ['outcome:unknown', 'audit_status_outcome_intent_seq_idx'],
      ['at:2020-01-01', 'audit_entry_at_idx'],
      [`request:${ID}`, 'audit_entry_texts_idx'],
      [`ga:${ID}`, 'audit_entry_targets_text_idx'],
      [`target:Claim/${ID}`, 'audit_entry_targets_text_idx'],
      ['target:4c0d-4e52', 'audit_entry_targets_text_idx'],
      ['ga:8b9a6f1e…0a3', 'audit_entry_targets_text_idx'],
      ['request:4c0d-4e52', 'audit_entry_texts_idx'],
      ['ticket:ops-mid', 'audit_entry_texts_idx'],
      ['reason:quota_', 'audit_entry_texts_idx'],
      ['reason:OF_ZONE,nowhere', 'audit_entry_texts_idx'],
      ['detail:"zone was"', 'audit_entry_texts_idx'],
      // A free word in any column.
      ['rare@example', 'audit_entry_actor_seq_idx'],
      ['quota_', 'audit_entry_texts_idx'],
      ['OPS-MIDDLE', 'audit_entry_texts_idx'],
      ['4c0d-4e52', 'audit_entry_targets_text_idx'],
      ['"the zone"', 'audit_entry_pkey'],
    ] as const
  ).flatMap(([q, index]) => [[q, found(q), index] as const, [`the count of ${q}`, counted(q), index] as const]),
  ['a timeline', db => listActionsOn(db, { tenant: '7' }, { before: null, limit: 50 }), 'audit_entry_targets_idx'],
  [
    'the timeline of a binding',
    db =>
      listActionsOn(
        db,
        { kind: 'CredentialsBinding', namespace: 'garden', name: 'aws-7' },
        { before: null, limit: 50 },
      ),
    'audit_entry_targets_idx',
  ],
  [
    'the clusters of claims before they got other names',
    db => readFirstClusters(db, ['7']),
    'audit_entry_action_seq_idx',
  ],
  ['claims that changed', async db => void (await listClusterClaims(db, new Date()).next()), 'claim_updated_at_idx'],
  ['requests of a time', db => listRecordedRequests(db, new Date('2026-11-20')), 'claim_updated_at_idx'],
  ['platform regions of claims', db => readRequestedRegions(db, ['7', '8']), 'claim_pkey'],
  ['jobs that ended lately', readJobVersions, 'job_finished_at_idx'],
  ['claims of a tenant', listed({ tenant: '7' }), 'claim_tenant_hyperscaler_type_eu_access_status_idx'],
  ['claims of a pool', listed({ poolKey: 'gcp' }), 'claim_pool_key_status_ticket_idx'],
  ['claims of a status', listed({ statuses: ['waiting', 'failed'] }), 'claim_status_'],
  ['claims by all of it', listed({ tenant: '7', poolKey: 'aws', statuses: ['waiting'] }), 'claim_tenant_'],
  ['claims of a binding', db => listClaimEvents(db, BINDING, { before: null, limit: 50 }), 'claim_binding_kind_'],
  [
    'the states of a binding',
    db => listStateChanges(db, BINDING, { limit: 50 }),
    'state_change_kind_namespace_name_id_idx',
  ],
  [
    'the states of a global account',
    db => listStateChanges(db, { tenant: '7' }, { limit: 50 }),
    'state_change_tenant_id_idx',
  ],
  ['what pools gave and got lately', db => listDayFlows(db, new Date('2026-11-14')), 'state_change_at_idx'],
  ['bindings found claimed', db => listClaimedAtStart(db, 'garden'), 'binding_state_state_since_idx'],
  ['jobs, the newest first', jobsBy(''), 'job_created_at_idx'],
  ['jobs, the oldest first', jobsBy('started'), 'job_created_at_idx'],
  ['jobs of a list', db => readJobs(db, ['7', '8']), 'job_pkey'],
  ['a job', db => readJob(db, '7'), 'job_pkey'],
  ['targets of a job', db => listTargets(db, '7', { statuses: ['done'], offset: 0, limit: 50 }), 'job_target_'],
  ['targets yet to be done', countPendingTargets, 'job_status_created_at_idx'],
  [
    'targets to be looked at',
    db => listUnknownTargets(db, { offset: 0, limit: 50 }),
    'job_target_status_updated_at_idx',
  ],
]

test('every frequent read and search uses an index on long tables', async () => {
  const planOf = planner(await filled())
  for (const [what, read, index] of READS) {
    const plan = await planOf(read)
    expect.soft(plan, what).toContain(index)
    expect.soft(plan, what).not.toContain('Seq Scan')
  }
})
