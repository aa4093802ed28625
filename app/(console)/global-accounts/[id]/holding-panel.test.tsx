import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, test } from 'vitest'
import type { BindingState } from '#lib/hap/pools/state.ts'
import type { HeldAccount, Holding } from '#lib/queries/global-accounts/global-account-detail.ts'
import { LiveProvider } from '../../live-provider.tsx'
import { findConsolidation, formatCapacity, HoldingPanel } from './holding-panel.tsx'
import { formatAdvice } from './summary-tab.tsx'

function account(name: string, clusters: number, of = name, state: BindingState = 'claimed'): HeldAccount {
  const row: HeldAccount['row'] = {
    key: `CredentialsBinding/garden/${name}`,
    kind: 'CredentialsBinding',
    name,
    pool: null,
    state,
    since: null,
    sinceIsFirstLook: false,
    tenant: 'ga-1',
    account: { kind: 'Secret', namespace: 'garden', name: of },
    shoots: clusters,
    clusters,
    reserved: 0,
    limit: 180,
    failing: 0,
    others: 0,
    createdAt: '2026-11-21T06:00:00Z',
    problems: [],
    labelProblems: [],
    misuse: null,
  }
  return { row, takes: state === 'claimed', returns: true }
}

const holding = (accounts: readonly HeldAccount[], limit: Holding['limit'] = LIMIT): Holding => ({
  key: 'aws',
  pool: { hyperscalerType: 'aws', euAccess: false, shared: false },
  limit,
  accounts,
  q: '',
  nextRequest: null,
})
const LIMIT = { value: 180, source: 'provider', setting: 'limits.aws' } as const

describe('formatCapacity', () => {
  test.each([
    [250, 180, 'claimed', 'no new clusters until 71 are removed'],
    [181, 180, 'claimed', 'no new clusters until 2 are removed'],
    [180, 180, 'claimed', 'full'],
    [179, 180, 'claimed', 'room for 1 more'],
    [5, null, 'claimed', 'no limit applies'],
    [5, 180, 'held', 'held: no new clusters'],
  ] as const)('%s of %s, %s: %s', (clusters, limit, state, words) => {
    expect(formatCapacity(account('a', clusters, 'a', state), limit)).toBe(words)
  })

  test('counts reserved clusters as used', () => {
    const { row, ...held } = account('a', 181)
    expect(formatCapacity({ ...held, row: { ...row, shoots: 179, reserved: 2 } }, 180)).toBe(
      'no new clusters until 2 are removed',
    )
  })
})

test('shows the kinds of two bindings of one name', () => {
  const { row, ...held } = account('a', 20)
  const legacy: HeldAccount = { ...held, row: { ...row, key: 'SecretBinding/garden/a', kind: 'SecretBinding' } }
  const state = { phase: 'live', asOf: null, health: null, other: null } as const
  const html = renderToStaticMarkup(
    <LiveProvider origin={{ moment: '', state, person: '' }}>
      <HoldingPanel holding={holding([{ ...held, row }, legacy])} />
    </LiveProvider>,
  )
  expect(html.match(/>(CB|SB)</g)).toEqual(['>CB<', '>SB<'])
})

describe('consolidation', () => {
  const words = (accounts: readonly HeldAccount[], limit: Holding['limit'] = LIMIT) => {
    const advice = findConsolidation(holding(accounts, limit))
    return advice && formatAdvice(advice)
  }
  test.each([
    [[150, 20], '1 account could return to the pool if 20 clusters moved to other accounts.'],
    [[150, 0], '1 account without clusters could return to the pool immediately.'],
    [[150, 150], 'no account can be vacated; the others lack room for its clusters.'],
    [[100, 1, 2], '2 accounts could return to the pool if 3 clusters moved to other accounts.'],
  ])('of %j: %s', (counts, expected) => {
    expect(words(counts.map((count, place) => account(`a${place}`, count)))).toBe(expected)
  })

  test('counts two bindings of one account once', () => {
    expect(words([account('a', 20), account('a-legacy', 20, 'a')])).toBe(
      'no account can be vacated; the others lack room for its clusters.',
    )
  })

  test('tells accounts apart whose bindings have one name', () => {
    const found = findConsolidation(holding([account('a', 0, 'x'), account('a', 150, 'y')]))
    expect(found?.emptied.map(({ name }) => name)).toEqual(['Secret/garden/x'])
  })

  test('returns null without a limit', () => {
    expect(words([account('a', 1), account('b', 2)], null)).toBeNull()
    expect(words([account('a', 1), account('b', 2)], { value: 999_999, source: 'unlimited', setting: null })).toBeNull()
  })
})
