import { expect, test } from 'vitest'
import { ACTION_LABELS } from '#lib/hap/actions/action.ts'
import { createMatcher } from '#lib/search/match.ts'
import { parseSearch } from '#lib/search/parse.ts'
import type { ApprovalView } from '#lib/services/approvals/approval.ts'
import { decidedList } from '#lib/services/approvals/list-approvals.ts'
import { DECIDED_STATES } from '#lib/store/approval-state.ts'
import { APPROVAL_LIST } from '#lib/store/approvals.ts'
import { readPart } from '#lib/store/search/searched-list.ts'
import { testStore } from './test-store.ts'

const NOW = Date.parse('2026-11-21T12:00:00.000Z')
const HOUR = 3_600_000

const KEY = (name: string) => `CredentialsBinding/garden/${name}`

/** By id, newest first; `hoursAgo` is the time of the proposal, `minutes` the time until the decision. */
const SAMPLES = [
  { id: 'waits', hoursAgo: 1, status: 'waiting', minutes: null },
  { id: 'running', hoursAgo: 1.5, status: 'approved', minutes: 89 },
  { id: 'unknown', hoursAgo: 2, status: 'approved', minutes: 5 },
  { id: 'done', hoursAgo: 30, status: 'done', minutes: 5, ticket: 'OPS-7', outcome: 'It was released.' },
  { id: 'job', hoursAgo: 31, status: 'done', minutes: 9, action: 'mark-dirty', names: ['b-1', 'b-2'], bulk: true },
  { id: 'late', hoursAgo: 40, status: 'waiting', minutes: null, proposer: 'Änne' },
  { id: 'expired', hoursAgo: 50, status: 'expired', minutes: null },
  { id: 'refused', hoursAgo: 60, status: 'refused', minutes: 70, reason: '100% sure, _really_' },
  { id: 'withdrawn', hoursAgo: 60, status: 'withdrawn', minutes: 1, decider: 'Omar Operator', ticket: 'ops-8' },
  { id: 'stale', hoursAgo: 70, status: 'stale', minutes: 2, action: 'confirm-clean' },
  { id: 'xfailed', hoursAgo: 70, status: 'failed', minutes: 2 },
] as const

async function sampled() {
  const store = await testStore()
  for (const sample of SAMPLES) {
    const { hoursAgo, minutes, names = ['aws-1'], ...given } = { names: undefined, ...sample }
    const createdAt = new Date(NOW - hoursAgo * HOUR)
    await store.db.approval.create({
      data: {
        action: 'release',
        bulk: false,
        order: {},
        danger: 'It may be deleted.',
        consequence: 'It is cleaned.',
        reason: 'the tenant left',
        proposerId: 'omar',
        proposer: 'Omar Operator',
        proposerRole: 'operator',
        decider: minutes === null ? null : 'Ada Admin',
        auditSeq: 1n,
        ...given,
        targets: names.map(KEY),
        createdAt,
        expiresAt: new Date(createdAt.getTime() + 24 * HOUR),
        decidedAt: minutes === null ? null : new Date(createdAt.getTime() + minutes * 60_000),
      },
    })
  }
  return decidedList({ store, now: () => NOW }, { id: 'omar' })
}

const ALL = { q: '', sort: '', offset: 0, limit: 99 }
const idsOf = (rows: readonly ApprovalView[]) => rows.map(({ id }) => id)
const DECIDED = SAMPLES.map(({ id }) => id).filter(id => id !== 'waits')

const QUERIES = [
  '',
  'ops',
  '-ops',
  '100%',
  '_',
  'mark dirty',
  '"confirm clean"',
  'release',
  'action:RELEASE',
  '-action:"Mark dirty",confirm-clean',
  ...DECIDED_STATES.flatMap(state => [`state:${state}`, `-state:${state}`]),
  'binding:aws',
  '-binding:garden/b-2',
  'bindings:>1',
  'bindings:1',
  'by:omar',
  '-by:omar',
  'decider:ada,omar',
  '-decider:ada',
  'at:2026-11-19',
  'at:<24h',
  'decided:24h',
  '-decided:9999y',
  'reason:sure',
  'ticket:ops',
  '-ticket:OPS-7',
  'outcome:released',
  '-outcome:released',
  'id:ex',
]

const fieldOf = (view: ApprovalView) => (name: string) => {
  const { id, action, state, targets, count, proposer, decider, createdAt, decidedAt, reason, ticket, outcome } = view
  const texts = { by: proposer, decider, reason, ticket, outcome, id, binding: targets }
  const verb = [action, ACTION_LABELS[action].verb]
  const all = { action, verb, state, bindings: count, at: createdAt, decided: decidedAt, ...texts }
  return all[name as keyof typeof all]
}

test('the database search matches the search language for every field of decided proposals', async () => {
  const list = await sampled()
  const { rows } = await readPart(list, ALL)
  expect(idsOf(rows)).toEqual(DECIDED)
  for (const q of QUERIES) {
    const { terms, errors } = parseSearch(q, APPROVAL_LIST.fields)
    expect(errors, q).toEqual([])
    const means = createMatcher(terms, [...APPROVAL_LIST.fields, { name: 'verb', kind: 'text', description: '' }], NOW)
    const expected = idsOf(rows.filter(view => means(fieldOf(view))))
    const found = await readPart(list, { ...ALL, q })
    expect([idsOf(found.rows), found.hits, found.of], q).toEqual([expected, expected.length, DECIDED.length])
  }
  const used = new Set(
    QUERIES.flatMap(q => parseSearch(q, APPROVAL_LIST.fields).terms.map(term => ('field' in term ? term.field : ''))),
  )
  expect(APPROVAL_LIST.fields.filter(({ name }) => !used.has(name))).toEqual([])
})

const SHOWN: Readonly<Record<(typeof APPROVAL_LIST.sorts)[number], (view: ApprovalView) => string | number | null>> = {
  proposal: ({ action }) => ACTION_LABELS[action].verb,
  state: ({ state }) => (DECIDED_STATES as readonly string[]).indexOf(state),
  bindings: ({ count }) => count,
  ticket: ({ ticket }) => ticket,
  proposer: ({ proposer }) => proposer,
  proposed: ({ createdAt }) => createdAt,
  decider: ({ decider }) => decider,
  decided: ({ decidedAt }) => decidedAt,
}

test('sorts every column in both directions, empty values last and equal ones by time', async () => {
  const list = await sampled()
  const { rows: newestFirst } = await readPart(list, ALL)
  for (const column of APPROVAL_LIST.sorts)
    for (const direction of [1, -1]) {
      const shown = SHOWN[column]
      const expected = newestFirst.toSorted((a, b) => {
        const [one, other] = [shown(a), shown(b)]
        if (one === null || other === null) return Number(one === null) - Number(other === null)
        return one === other ? 0 : direction * (one < other ? -1 : 1)
      })
      const sort = `${direction < 0 ? '-' : ''}${column}`
      expect(idsOf((await readPart(list, { ...ALL, sort })).rows), sort).toEqual(idsOf(expected))
    }
})
