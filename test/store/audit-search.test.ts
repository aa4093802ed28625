import { expect, test } from 'vitest'
import { AUDIT_LIST, listAuditFields } from '#lib/queries/audit/audit-list.ts'
import { createMatcher } from '#lib/search/match.ts'
import { parseSearch } from '#lib/search/parse.ts'
import { AuditLog } from '#lib/store/audit/audit-log.ts'
import type { IntentDraft, Outcome } from '#lib/store/audit/entry.ts'
import { type AuditRecord, listAudit } from '#lib/store/audit/records.ts'
import { countAudit, searchAudit } from '#lib/store/audit/search.ts'
import type { Store } from '#lib/store/store.ts'
import { testStore } from './test-store.ts'

const NOW = Date.parse('2026-11-21T12:00:00.000Z')
const ID = '8b9a6f1e-4c0d-4e52-9f6a-2d7b1c55e0a3'

type Sample = readonly [hoursAgo: number, draft: Partial<IntentDraft>, outcome?: Outcome, detail?: string]

const SAMPLES: readonly Sample[] = [
  [80, { requestId: ID }, 'accepted'],
  [50, { action: 'release', reason: '100% sure, _really_', ticket: 'OPS-7' }, 'accepted', 'Released.'],
  [
    26,
    { actor: { name: 'Anna@example.com', role: 'admin' }, action: 'change allowlist', targets: ['Allowlist'] },
    'refused',
    'Version 3 was changed.',
  ],
  [
    25,
    { requestId: null, targets: ['Claim/c-4711-c-4711-c-4711', `GlobalAccount/${ID}`], reason: null },
    'failed',
    'no free account',
  ],
  [2, { action: 'unhold', requestId: 'r-2', reason: 'back\\slash "quoted"' }, 'unknown', 'The process ended.'],
  // Ids that contain a whole UUID.
  [1.5, { requestId: `trace-${ID}-1`, targets: [`GlobalAccount/${ID.toUpperCase()}-b`, `Claim/x-${ID}`] }],
  [1, { targets: ['SecretBinding/garden/gcp-1', 'GlobalAccount/ga-2'], reason: 'nul \0 here' }],
]

const QUERIES = [
  '',
  'ops',
  '-ops',
  'AWS-1',
  '%',
  '_',
  '100%',
  '"\\\\"',
  'example.com',
  '"The process"',
  'nothing-of-this',
  'actor:anna',
  '-actor:anna',
  'action:hold',
  'action:HOLD,release',
  '-action:hold',
  'action:"change allowlist"',
  'outcome:refused,failed',
  'outcome:done',
  '-outcome:open',
  'target:garden/aws-1',
  'target:Allowlist,gcp',
  '-target:GlobalAccount',
  `target:gcp,GlobalAccount/${ID},c-4711`,
  `-target:gcp,GlobalAccount/${ID}`,
  'ops OPS ops -hold -hold',
  'ga:8B9A',
  'target:a',
  '-target:b',
  'target:"1\nGlobal"',
  'ga:8',
  '-ga:g',
  'ga:9a6f',
  `ga:${ID}`,
  `ga:${ID.toUpperCase()}`,
  `-tenant:${ID}`,
  `target:GlobalAccount/${ID}`,
  `target:${ID}`,
  'tenant:8b9a6f1e…e0a3',
  '8b9a6f1e…e0a3',
  'c-4711-c…4711',
  'reason:sure',
  '-reason:sure',
  'ticket:OPS-7',
  '-ticket:OPS-7',
  'detail:ended',
  '-detail:ended',
  'request:r-',
  `request:${ID}`,
  `-request:${ID}`,
  'actor:an,oper',
  'by:anna',
  '-by:an,oper',
  'when:24h',
  '-when:<24h',
  'actor:nobody',
  'action:nothing',
  'at:2026-11-20',
  '-at:2026-11-20',
  'at:24h',
  'at:<24h',
  'at:2026-11-18..2026-11-19,1h',
  'at:2026-11-21T10',
  'at:9999y',
  'at:1h..2026-11-20',
  'action:hold outcome:accepted at:>2026-11-17 aws',
  '"\0"',
  '"\uD83D"',
]

async function sampled(): Promise<Store> {
  const store = await testStore()
  let at = 0
  const log = new AuditLog(store, () => new Date(at))
  const draft: IntentDraft = {
    actor: { name: 'operator', role: 'operator' },
    action: 'hold',
    targets: ['CredentialsBinding/garden/aws-1', 'GlobalAccount/ga-1'],
    reason: 'maintenance',
    ticket: null,
    requestId: 'r-1',
  }
  for (const [hoursAgo, changes, outcome, detail = null] of SAMPLES) {
    at = NOW - hoursAgo * 3_600_000
    const entry = { ...draft, ...changes }
    const intent = await log.intent(entry)
    if (outcome) await log.outcome({ intent, actor: entry.actor, outcome, detail })
  }
  return store
}

const fieldOf = (record: AuditRecord) => (name: string) => {
  const { actor, action, outcome, at, targets, reason, ticket, detail, requestId } = record
  const accounts = targets.flatMap(key => (key.startsWith('GlobalAccount/') ? key.slice(14) : []))
  const names = targets.map(key => key.slice(key.lastIndexOf('/') + 1))
  const fields = {
    actor,
    by: actor,
    action,
    outcome,
    at,
    when: at,
    target: [...targets, ...names],
    ga: accounts,
    tenant: accounts,
  }
  const all: Readonly<Record<string, string | readonly string[] | null>> = {
    ...fields,
    reason,
    ticket,
    detail,
    request: requestId,
  }
  return all[name] ?? null
}

test('the database search matches the search language for every field', async () => {
  const store = await sampled()
  const records = await listAudit(store.db, {}, { limit: 99 })
  for (const q of QUERIES) {
    const { terms, errors } = parseSearch(q, AUDIT_LIST.fields)
    expect(errors, q).toEqual([])
    const readable = q.replaceAll(/[\0\uD83D]/g, '\uFFFD')
    const means = createMatcher(parseSearch(readable, AUDIT_LIST.fields).terms, AUDIT_LIST.fields, NOW)
    const expected = records.filter(record => means(fieldOf(record))).map(({ seq }) => seq)
    const search = { terms, now: NOW }
    expect(
      (await searchAudit(store.db, search, 99)).map(({ seq }) => seq),
      q,
    ).toEqual(expected)
    expect(await countAudit(store.db, search, 99), q).toBe(expected.length)
  }
  const used = new Set(
    QUERIES.flatMap(q => parseSearch(q, AUDIT_LIST.fields).terms.map(term => ('field' in term ? term.field : ''))),
  )
  expect(AUDIT_LIST.fields.filter(({ name }) => !used.has(name))).toEqual([])
})

test.each([
  ['action:"mark dirty"', ['mark-dirty']],
  ['action:"Mark Dirty"', ['mark-dirty']],
  ['action:mark-dirty', ['mark-dirty']],
  ['mark dirty', ['mark-dirty']],
  ['"mark dirty"', ['mark-dirty']],
  ['action:"set cluster","end hold"', ['set-cluster', 'unhold']],
  ['set cluster', ['set-cluster']],
  ['"end hold"', ['unhold']],
  ['action:mark', []],
  ['dirty -mark', []],
])('%s finds actions by their labels and by their codes', async (q, expected) => {
  const store = await testStore()
  const log = new AuditLog(store)
  const draft = { actor: { name: 'ann', role: null }, targets: [], reason: null, ticket: null, requestId: null }
  for (const action of ['mark-dirty', 'set-cluster', 'unhold']) await log.intent({ ...draft, action })
  const found = await searchAudit(store.db, { terms: parseSearch(q, AUDIT_LIST.fields).terms, now: NOW }, 9, 'oldest')
  expect(found.map(({ action }) => action)).toEqual(expected)
})

test('offers existing values for the fields', async () => {
  const { db } = await sampled()
  const fields = await listAuditFields(db)
  expect(fields.find(({ name }) => name === 'action')?.examples).toEqual(
    expect.arrayContaining(['Change allowlist', 'Hold', 'Mark dirty']),
  )
  expect(fields.find(({ name }) => name === 'actor')?.examples).toEqual(['Anna@example.com', 'operator'])
})

test('stops counting at the limit', async () => {
  const { db } = await sampled()
  expect(await countAudit(db, { terms: [], now: NOW }, 4)).toBe(4)
})
