import { expect, test } from 'vitest'
import { ACTION_LABELS, type Action } from '#lib/hap/actions/action.ts'
import { JOB_STATES, jobState, type TargetStatus } from '#lib/hap/actions/job.ts'
import type { SearchField } from '#lib/search/field.ts'
import { createMatcher } from '#lib/search/match.ts'
import { parseSearch } from '#lib/search/parse.ts'
import { jobList } from '#lib/services/jobs/job-service.ts'
import type { JobView } from '#lib/services/jobs/job-view.ts'
import { JOB_LIST, jobFields } from '#lib/store/jobs/job-list.ts'
import type { JobStatus } from '#lib/store/jobs/job-record.ts'
import { readPart, readWholeList } from '#lib/store/search/searched-list.ts'
import type { Store } from '#lib/store/store.ts'
import { testStore } from './test-store.ts'

const NOW = Date.parse('2026-11-21T12:00:00.000Z')

interface Sample {
  readonly id: string
  readonly hoursAgo: number
  readonly action: Action
  readonly status: JobStatus
  /** Outcomes of the bindings b-0, b-1 and so on. */
  readonly targets: readonly TargetStatus[]
  readonly actor?: string
  readonly reason?: string
  readonly ticket?: string
  readonly cancelRequested?: boolean
  readonly retryOf?: string
}

const SAMPLES: readonly Sample[] = [
  {
    id: 'all-Done_1',
    hoursAgo: 80,
    action: 'hold',
    status: 'done',
    targets: ['done', 'done', 'done'],
    actor: 'Anna@example.com',
    reason: '100% sure, _really_',
    ticket: 'OPS-7',
  },
  { id: 'nothing', hoursAgo: 50, action: 'release', status: 'done', targets: ['failed', 'refused', 'failed'] },
  { id: 'again', hoursAgo: 26, action: 'release', status: 'done', targets: ['done', 'failed'], retryOf: 'nothing' },
  { id: 'short', hoursAgo: 25, action: 'mark-dirty', status: 'done', targets: ['done', 'unknown'], ticket: 'ops-8' },
  { id: 'once-more', hoursAgo: 25, action: 'release', status: 'done', targets: ['refused'], retryOf: 'nothing' },
  { id: 'all-unknown', hoursAgo: 20, action: 'start-cleaning', status: 'done', targets: ['unknown', 'unknown'] },
  {
    id: 'cancelled',
    hoursAgo: 2,
    action: 'hold',
    status: 'cancelled',
    targets: ['done', 'cancelled', 'cancelled'],
    cancelRequested: true,
    reason: 'back\\slash "quoted"',
  },
  {
    id: 'cancelling',
    hoursAgo: 1,
    action: 'unhold',
    status: 'running',
    targets: ['running', 'pending'],
    cancelRequested: true,
  },
  { id: 'running', hoursAgo: 0.5, action: 'quarantine', status: 'running', targets: ['running', 'pending', 'pending'] },
  { id: 'queued', hoursAgo: 0.4, action: 'lift', status: 'queued', targets: ['pending'], actor: 'Änne' },
]

async function sampled(): Promise<Store> {
  const store = await testStore()
  for (const { hoursAgo, targets, retryOf = null, ...given } of SAMPLES) {
    const createdAt = new Date(NOW - hoursAgo * 3_600_000)
    const ended = given.status === 'done' || given.status === 'cancelled'
    await store.db.job.create({
      data: {
        reason: 'the accounts move',
        actor: 'Omar Operator',
        ...given,
        parameters: { userId: 'o', until: null, retryOf, fingerprint: '' },
        total: targets.length,
        createdAt,
        finishedAt: ended ? new Date(createdAt.getTime() + 60_000) : null,
        targets: {
          create: targets.map((status, position) => ({
            position,
            bindingKind: 'CredentialsBinding',
            bindingNamespace: 'garden',
            bindingName: `b-${position}`,
            precondition: { seenVersion: '1' },
            status,
          })),
        },
      },
    })
  }
  return store
}

const listOf = ({ db }: Store, obstacle: string | null = null) =>
  jobList({ db, outlook: { expectedMs: targets => targets, obstacle: () => obstacle }, now: () => NOW })

const ALL = { q: '', sort: '', offset: 0, limit: 99 }
const idsOf = (rows: readonly JobView[]) => rows.map(({ id }) => id)

const QUERIES = [
  '',
  'ops',
  '-ops',
  '%',
  '_',
  '100%',
  '"\\\\"',
  'example.com',
  'nothing-of-this',
  'hold',
  '-hold hold',
  '"end hold"',
  'mark-dirty',
  'quarantine OMAR',
  'id:done_',
  'id:all…1',
  'action:hold',
  'action:HOLD,"Clean now"',
  '-action:release',
  ...JOB_STATES.flatMap(state => [`state:${state}`, `-state:${state}`]),
  'state:"Not all done",NOTHING-DONE',
  'by:anna',
  '-by:an,omar',
  'actor:operator',
  'at:24h',
  '-at:<24h',
  'at:2026-11-20',
  'started:>2026-11-19 started:<2026-11-21',
  'ended:24h',
  '-ended:24h',
  'ended:9999y',
  'bindings:3',
  'bindings:>1 bindings:<=2',
  'bindings:1,3',
  '-bindings:2..3',
  'bindings:999999999999999',
  'done:0',
  'failed:>0',
  '-failed:1..',
  'refused:>0',
  'unknown:2',
  'retry:>0',
  'retry:0',
  '-retry:>0 state:not-all-done,nothing-done',
  'reason:sure',
  '-reason:sure',
  'ticket:OPS',
  '-ticket:OPS',
  'hold HOLD hold -by:omar',
  '"\0"',
]

/** The search language also matches the label of an action. */
const WORDS_TOO: readonly SearchField[] = [...JOB_LIST.fields, { name: 'verb', kind: 'text', description: '' }]

const fieldOf = (job: JobView) => (name: string) => {
  const { id, action, actor, reason, ticket, createdAt, finishedAt, total, counts, toRetry } = job
  const { done, failed, refused, unknown } = counts
  const numbers = { bindings: total, done, failed, refused, unknown, retry: toRetry }
  const times = { at: createdAt, started: createdAt, ended: finishedAt }
  const verb = [action, ACTION_LABELS[action].verb]
  const all = { id, action, verb, state: jobState(job), by: actor, actor, reason, ticket, ...numbers, ...times }
  return all[name as keyof typeof all]
}

test.each([
  ['running', null],
  ['stalled', 'Gardener does not answer.'],
])('the database search matches the search language for every field, while jobs are %s', async (_, obstacle) => {
  const list = listOf(await sampled(), obstacle)
  const { rows } = await readPart(list, ALL)
  expect(idsOf(rows)).toEqual(SAMPLES.map(({ id }) => id).toReversed())
  for (const q of QUERIES) {
    const { terms, errors } = parseSearch(q, JOB_LIST.fields)
    expect(errors, q).toEqual([])
    const means = createMatcher(terms, WORDS_TOO, NOW)
    const expected = idsOf(rows.filter(job => means(fieldOf(job))))
    const found = await readPart(list, { ...ALL, q })
    expect(idsOf(found.rows), q).toEqual(expected)
    expect([found.hits, found.of, found.errors], q).toEqual([expected.length, SAMPLES.length, []])
  }
  const used = new Set(
    QUERIES.flatMap(q => parseSearch(q, JOB_LIST.fields).terms.map(term => ('field' in term ? term.field : ''))),
  )
  expect(JOB_LIST.fields.filter(({ name }) => !used.has(name))).toEqual([])
})

/** The value of each column, as it is sorted. */
const SHOWN: Readonly<Record<(typeof JOB_LIST.sorts)[number], (job: JobView) => string | number | null>> = {
  job: ({ action }) => ACTION_LABELS[action].verb,
  state: job => JOB_STATES.indexOf(jobState(job)),
  total: ({ total }) => total,
  done: ({ counts }) => counts.done,
  failed: ({ counts }) => counts.failed,
  undone: ({ toRetry }) => toRetry,
  ticket: ({ ticket }) => ticket,
  actor: ({ actor }) => actor,
  started: ({ createdAt }) => createdAt,
  ended: ({ finishedAt }) => finishedAt,
}

test('sorts every column in both directions, empty values last and equal ones by time', async () => {
  const list = listOf(await sampled())
  const { rows: newestFirst } = await readPart(list, ALL)
  for (const column of JOB_LIST.sorts)
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
  for (const sort of ['', 'nonsense', '-reason', '__proto__'])
    expect(idsOf((await readPart(list, { ...ALL, sort })).rows), sort).toEqual(idsOf(newestFirst))
})

test('counts matches of a search and an order on the same columns once', async () => {
  const list = listOf(await sampled())
  const hitsBy = async (q: string, sort: string) => {
    const { rows, hits } = await readPart(list, { ...ALL, q, sort })
    return { ids: idsOf(rows).toSorted(), hits }
  }
  for (const q of [
    'failed:>0',
    'state:done',
    'retry:>0',
    '-unknown:0',
    'refused:>0 done:>0',
    'retry:0 state:not-all-done',
  ]) {
    const expected = await hitsBy(q, '')
    for (const column of JOB_LIST.sorts) expect(await hitsBy(q, `-${column}`), `${q} by ${column}`).toEqual(expected)
  }
})

test('reads a list page by page, and matches nothing for an invalid search, with its errors', async () => {
  const list = listOf(await sampled())
  const ids = idsOf((await readPart(list, ALL)).rows)
  const part = await readPart(list, { ...ALL, offset: 4, limit: 3 })
  expect([idsOf(part.rows), part.offset, part.hits]).toEqual([ids.slice(4, 7), 4, ids.length])
  for (const [offset, rows] of [
    [1, 1],
    [9, 0],
  ] as const) {
    const found = await readPart(list, { ...ALL, q: 'action:release', offset, limit: 1 })
    expect([found.rows.length, found.hits, found.of]).toEqual([rows, 3, ids.length])
  }
  expect((await readPart(list, { ...ALL, offset: 99 })).rows).toEqual([])
  expect(await readPart(list, { ...ALL, q: 'state:lost' })).toMatchObject({
    rows: [],
    hits: 0,
    of: ids.length,
    errors: [{ code: 'unknown-value' }],
  })
})

test('a file contains all jobs of the list in its order, from the moment it begins', async () => {
  const store = await sampled()
  const list = listOf(store)
  const asked = { q: 'state:done,not-all-done', sort: '-total' }
  const { rows } = await readPart(list, { ...ALL, ...asked })
  const { errors, count, parts } = await readWholeList(list, asked, 99)
  expect([errors, count]).toEqual([[], rows.length])
  await store.db.job.deleteMany({ where: { id: 'short' } })
  const read: JobView[] = []
  for await (const rowsOfPart of parts()) read.push(...rowsOfPart)
  expect(idsOf(read)).toEqual(idsOf(rows).filter(id => id !== 'short'))
  expect((await readWholeList(list, asked, 1)).count).toBe(1)
  expect(await readWholeList(list, { ...asked, q: 'at:never' }, 9)).toMatchObject({
    count: 0,
    errors: [{ code: 'not-a-time' }],
  })
})

test('offers the persons who started jobs', async () => {
  const fields = await jobFields((await sampled()).db)
  for (const name of ['by', 'actor'])
    expect(fields.find(field => field.name === name)?.examples).toEqual(['Anna@example.com', 'Omar Operator', 'Änne'])
})
