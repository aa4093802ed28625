import { describe, expect, test } from 'vitest'
import { FINDINGS } from '#lib/hap/analysis/findings.ts'
import { accountKey } from '#lib/hap/pools/binding.ts'
import { landscapeContext } from '../testing/landscape-context.ts'
import { countBindings, listBindings } from './list-bindings.ts'

const { context } = landscapeContext('small')
const rows = (q: string, sort = '') => listBindings(context, { q, sort, offset: 0, limit: 1_000 }).rows

test('finds a cluster and its global account by name, also on a shared account', () => {
  const [row] = rows('shared shoots:>0')
  const [anyShoot] = row ? context.inventory.shootsOfAccount(accountKey(row.account)) : []
  if (!anyShoot) throw new Error('The landscape has no shoot on a shared account.')
  const on = context.inventory.accountOfShoot(anyShoot)?.name
  for (const q of [
    anyShoot.name,
    `shoot:${anyShoot.name}`,
    `ga:${anyShoot.globalAccount}`,
    `tenant:${anyShoot.globalAccount}`,
  ])
    expect(
      rows(q).map(({ account }) => account.name),
      q,
    ).toContain(on)
})

test('displayed spellings can be searched', () => {
  expect(countBindings(context, 'kind:SB')).toBe(countBindings(context, 'kind:SecretBinding'))
  expect(countBindings(context, 'pool:"azure · EU"')).toBe(countBindings(context, 'pool:azure~eu'))
  expect(countBindings(context, 'pool:azure~eu')).toBeGreaterThan(0)
})

test('an invalid search has no hits and lists the valid fields', () => {
  const { hits, errors } = listBindings(context, { q: 'problem:nonsense', sort: '', offset: 0, limit: 10 })
  expect(hits).toBe(0)
  expect(errors[0]?.message).toMatch(/^Unknown problem "nonsense"\. Possible values: dirty-used, .*no-type\.$/)
})

test.each(['tenant', '-tenant'])('sorts missing values last by %s', sort => {
  const tenants = rows('', sort).map(({ tenant }) => tenant)
  expect(tenants.indexOf(null)).toBe(tenants.filter(tenant => tenant !== null).length)
})

test('sorts most failing shoots first', () => {
  const failing = rows('', '-failing').map(row => row.failing)
  expect(failing[0]).toBeGreaterThan(0)
  expect(failing).toEqual(failing.toSorted((a, b) => b - a))
  expect(failing.filter(count => count > 0)).toHaveLength(countBindings(context, 'failing:>0'))
})

test('an account without rule or in use is not usable', () => {
  expect(countBindings(context, 'usable')).toBeGreaterThan(0)
  expect(countBindings(context, 'usable -state:free')).toBe(0)
  expect(countBindings(context, 'usable shoots:>0')).toBe(0)
  expect(countBindings(context, 'usable problem:free-unreached')).toBe(0)
})

test('searches the time in a state by hours and days', () => {
  const [long, short] = [rows('for:>3d'), rows('for:<=72')]
  const since = (row: (typeof long)[number] | undefined) => Date.parse(row?.since ?? '')
  expect(Math.min(long.length, short.length)).toBeGreaterThan(0)
  expect(Math.max(...long.map(since))).toBeLessThan(Math.min(...short.map(since)))
  expect(long.length + short.length).toBe(rows('').filter(row => row.since !== null).length)
})

test('searches the creation by day and by age, relative to the moment of the list', () => {
  const all = rows('')
  const days = all.map(row => row.createdAt.slice(0, 10)).toSorted()
  const day = days[Math.floor(days.length / 2)]
  expect(rows(`created:${day}`)).toHaveLength(days.filter(each => each === day).length)
  const recent = rows('created:30d').map(row => Date.parse(row.createdAt))
  expect(recent.length).toBeGreaterThan(0)
  expect(Math.min(...recent)).toBeGreaterThanOrEqual(context.at - 30 * 86_400_000)
  expect(recent.length + countBindings(context, '-created:30d')).toBe(all.length)
})

describe('the problems of a row', () => {
  const WORDS: Record<string, string> = {
    'dirty-used': 'released but still in use',
    'free-used': 'free but in use',
    'shared-account': 'account shared by several bindings',
    'terminating-used': 'being deleted while in use',
    'over-limit': 'over the cluster limit',
    stuck: 'stuck',
    full: 'full',
    'free-unreached': 'free but unreachable',
    'idle-claim': 'claimed but unused',
  }

  test.each(Object.entries(WORDS))('have a label for bindings that problem:%s finds', (finding, words) => {
    const telling = rows('').filter(({ problems }) => problems.includes(words))
    expect(telling.map(({ key }) => key)).toEqual(rows(`problem:${finding}`).map(({ key }) => key))
  })

  test('are empty without a finding', () => {
    const none = rows('').filter(({ problems }) => problems.length === 0)
    expect(none).toHaveLength(rows(FINDINGS.map(finding => `-problem:${finding}`).join(' ')).length)
  })

  test('include malformed labels, and the use of a free account', () => {
    const malformed = rows('problem:malformed')
    expect(malformed.length).toBeGreaterThan(0)
    for (const { problems, labelProblems } of malformed)
      expect(problems).toEqual(expect.arrayContaining([...labelProblems]))
    const used = rows('problem:free-used')
    expect(used.length).toBeGreaterThan(0)
    expect(new Set(used.map(({ misuse }) => misuse))).toEqual(new Set(['free but in use']))
  })
})
