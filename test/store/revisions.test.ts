import { expect, test } from 'vitest'
import { DEFAULT_PLANS } from '#lib/hap/plans/plan.ts'
import { DEFAULT_RULES } from '#lib/hap/rules/rule.ts'
import { getRevision, listRevisions } from '#lib/queries/rules/revisions.ts'
import { savePublication } from '#lib/store/publications.ts'
import type { Store } from '#lib/store/store.ts'
import { testStore } from './test-store.ts'

const BY = { plans: DEFAULT_PLANS, semantics: 'documented' } as const
const CASES = [
  { name: 'a', passed: true, expected: 'pool aws', actual: 'pool aws' },
  { name: 'b', passed: false, expected: 'pool gcp', actual: 'no rule' },
]

const pinned = (...names: readonly string[]) =>
  `cases:\n${names.map(name => `  - { name: ${name}, request: { plan: aws }, expect: { pool: aws } }\n`).join('')}`
const PINNED = [pinned('a', 'b'), pinned('b', 'c')]

async function published(start: readonly string[] = ['aws']): Promise<Store> {
  const store = await testStore()
  const all = [
    { texts: ['aws', 'gcp'], document: '- aws\n- gcp\n' },
    { texts: ['aws -> EU', 'azure'], document: '- aws -> EU # ours\n- azure\n' },
    { texts: ['aws', 'gcp'], document: '- aws\n- gcp\n', restores: 1 },
  ]
  for (const [basedOn, { texts, document, restores = null }] of all.entries()) {
    await savePublication(store, {
      basedOn,
      rules: { revision: texts.join(), texts },
      start: { revision: 'start', texts: start },
      document,
      restores,
      actor: 'admin@example.com',
      role: 'admin',
      reason: `number ${basedOn + 1}`,
      ticket: null,
      impact: null,
      cases: CASES,
      pinned: PINNED[basedOn] ?? '',
      overrideReason: 'b is outdated',
      at: new Date('2026-11-23T06:00:00.000Z'),
    })
  }
  return store
}

test('lists the changes of each revision compared with the previous one', async () => {
  const { db } = await published()
  const { revisions, more } = await listRevisions(db, BY, { limit: 9 })
  expect(more).toBe(false)
  expect(revisions).toMatchObject([
    { number: 3, restores: 1, rules: 2, changed: { added: 1, removed: 1, changed: 1 } },
    { number: 2, restores: null, rules: 2, changed: { added: 1, removed: 1, changed: 1 } },
    {
      number: 1,
      restores: null,
      rules: 2,
      changed: { added: 1, removed: 0, changed: 0 },
      cases: { passed: 1, failed: 1 },
    },
  ])
  expect(await listRevisions(db, BY, { limit: 1, before: 3 })).toMatchObject({ revisions: [{ number: 2 }], more: true })
})

test('compares a revision with the previous one by rules, pools and text', async () => {
  const { db } = await published()
  const detail = await getRevision(db, BY, 2)
  expect(detail).toMatchObject({
    number: 2,
    hash: 'aws -> EU,azure',
    inForce: 3,
    results: CASES,
    comparison: { from: 1 },
  })
  expect(detail?.comparison.changes).toMatchObject([
    { change: 'changed', before: 'aws', after: 'aws -> EU', poolsBefore: ['aws'], poolsAfter: ['aws · EU'] },
    { change: 'added', after: 'azure' },
    { change: 'removed', before: 'gcp' },
  ])
  expect(detail?.comparison.hunks[0]?.lines.map(({ text }) => text)).toEqual([
    '- aws',
    '- gcp',
    '- aws -> EU # ours',
    '- azure',
  ])
})

test('compares any two revisions, and the first one with the rules in force before it', async () => {
  const { db } = await published()
  expect((await getRevision(db, BY, 3, 1))?.comparison).toEqual({ from: 1, changes: [], hunks: [] })
  const first = await getRevision(db, BY, 1)
  expect(first?.comparison).toMatchObject({ from: 0, changes: [{ change: 'added', after: 'gcp' }] })
  expect(first?.comparison.hunks[0]?.lines.filter(({ change }) => change !== 'kept')).toEqual([
    { change: 'added', text: '    - gcp' },
  ])
  expect(await getRevision(db, BY, 9)).toBeNull()
  expect(await getRevision(db, BY, 1, 9)).toBeNull()
})

test('compares the text of the first revision with the built-in rules if they were in force', async () => {
  const { db } = await published(DEFAULT_RULES)
  const lines = (await getRevision(db, BY, 1))?.comparison.hunks.flatMap(hunk => hunk.lines) ?? []
  expect(lines[0]).toEqual({ change: 'removed', text: 'hap:' })
  expect(lines.filter(({ change }) => change === 'added')).toEqual([
    { change: 'added', text: '- aws' },
    { change: 'added', text: '- gcp' },
  ])
})

test('lists the pinned cases that a revision removed, even if it removed all', async () => {
  const { db } = await published()
  const changes = async (number: number) => (await getRevision(db, BY, number))?.caseChanges
  expect(await changes(1)).toEqual({ removed: [], changed: [], added: ['a', 'b'] })
  expect(await changes(2)).toEqual({ removed: ['a'], changed: [], added: ['c'] })
  expect(await changes(3)).toEqual({ removed: ['b', 'c'], changed: [], added: [] })
})
