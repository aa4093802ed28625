import { expect, test } from 'vitest'
import {
  latestNumber,
  latestPublication,
  listPublications,
  type PublicationDraft,
  publicationAt,
  savePublication,
} from '#lib/store/publications.ts'
import { testStore } from './test-store.ts'

const START = { revision: 'r-start', texts: ['aws'] }
const FIRST = { revision: 'r-1', texts: ['aws', 'gcp(PR=cf-sa30) -> PR'] }
const SECOND = { revision: 'r-2', texts: ['aws', 'gcp'] }

const draft = (basedOn: number, change: Partial<PublicationDraft> = {}): PublicationDraft => ({
  basedOn,
  rules: FIRST,
  start: START,
  document: '# mine\nrule: [aws]\n',
  restores: null,
  actor: 'admin@example.com',
  role: 'admin',
  reason: 'a region more',
  ticket: 'OPS-1',
  impact: { counts: [{ impact: 'moves-pool', clusters: 12, globalAccounts: 3 }], unknown: 1 },
  cases: [{ name: 'trial is shared', passed: false, expected: 'pool aws · shared', actual: 'pool aws, by rule 1' }],
  overrideReason: 'the case is outdated',
  pinned: 'cases: []\n',
  at: new Date('2026-11-23T06:00:00.000Z'),
  ...change,
})

test('the published rules are in force, exactly as published, with the rules they replaced', async () => {
  const store = await testStore()
  expect(await latestNumber(store.db)).toBe(0)
  expect(await latestPublication(store.db)).toBeNull()
  const first = {
    number: 1,
    revision: 'r-1',
    at: '2026-11-23T06:00:00.000Z',
    actor: 'admin@example.com',
    role: 'admin',
    reason: 'a region more',
    ticket: 'OPS-1',
    restores: null,
    texts: FIRST.texts,
    replaced: START.texts,
    document: '# mine\nrule: [aws]\n',
    impact: { counts: [{ impact: 'moves-pool', clusters: 12, globalAccounts: 3 }], unknown: 1 },
    cases: [{ name: 'trial is shared', passed: false, expected: 'pool aws · shared', actual: 'pool aws, by rule 1' }],
    overrideReason: 'the case is outdated',
    pinned: 'cases: []\n',
  }
  expect(await savePublication(store, draft(0))).toEqual({ saved: first })
  await savePublication(store, draft(1, { rules: SECOND, impact: null, cases: [], overrideReason: null }))
  expect(await publicationAt(store.db, 1)).toEqual(first)
  expect(await latestPublication(store.db)).toMatchObject({
    number: 2,
    texts: SECOND.texts,
    replaced: FIRST.texts,
    impact: null,
    cases: [],
    overrideReason: null,
  })
  expect(await latestNumber(store.db)).toBe(2)
})

test('an older revision is published again under a new number', async () => {
  const store = await testStore()
  await savePublication(store, draft(0))
  await savePublication(store, draft(1, { rules: SECOND }))
  await savePublication(store, draft(2, { restores: 1 }))
  const all = await listPublications(store.db, 10)
  expect(all.map(({ number, revision, restores }) => [number, revision, restores])).toEqual([
    [3, 'r-1', 1],
    [2, 'r-2', null],
    [1, 'r-1', null],
  ])
  expect((await listPublications(store.db, 1, 3)).map(({ number }) => number)).toEqual([2])
})

test('a stale author receives the revision of the draft and the one in force', async () => {
  const store = await testStore()
  await savePublication(store, draft(0))
  await savePublication(store, draft(1, { rules: SECOND }))
  expect(await savePublication(store, draft(1))).toMatchObject({ base: { number: 1 }, current: { number: 2 } })
  expect(await savePublication(store, draft(0))).toMatchObject({ base: null, current: { number: 2 } })
  expect(await savePublication(store, draft(7))).toMatchObject({ base: null, current: { number: 2 } })
})

test('one of several simultaneous authors publishes, the others get a conflict', async () => {
  const store = await testStore()
  const results = await Promise.all(Array.from({ length: 10 }, () => savePublication(store, draft(0))))
  expect(results.filter(result => 'saved' in result)).toHaveLength(1)
  for (const result of results) {
    if (!('saved' in result)) expect(result).toMatchObject({ base: null, current: { number: 1 } })
  }
})

test.each([`UPDATE rules_publication SET reason = 'x'`, 'DELETE FROM rules_publication', 'TRUNCATE rules_publication'])(
  '%s is rejected, as publications are never changed or removed',
  async sql => {
    const store = await testStore()
    await savePublication(store, draft(0))
    await expect(store.connection.pool.query(sql)).rejects.toThrow('never changed or removed')
  },
)
