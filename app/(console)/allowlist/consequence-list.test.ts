import { expect, test } from 'vitest'
import type { Consequences } from '#lib/queries/allowlist/consequences.ts'
import { listConsequences } from './consequence-list.tsx'

const NONE = { globalAccounts: 0, accounts: 0, bindings: 0, shoots: 0 }
const SAME: Consequences = {
  semantics: 'documented',
  rights: { known: 9, before: 9, after: 9, gains: NONE, loses: NONE },
  over: { before: NONE, after: NONE },
  stranded: 0,
  next: { stops: 0, waits: 0, claims: 0, moves: 0, reuses: 0, same: 9 },
  rows: [],
  changed: 0,
  limits: [],
  known: {},
}

test('omits consequences with a count of zero', () => {
  expect(listConsequences(SAME)).toEqual([])
})

test('lists the worst consequence first, with the counts of what is affected', () => {
  const lines = listConsequences({
    ...SAME,
    rights: { ...SAME.rights, loses: { globalAccounts: 1, accounts: 3, bindings: 3, shoots: 1_200 } },
    over: { before: NONE, after: { globalAccounts: 1, accounts: 2, bindings: 2, shoots: 5 } },
    stranded: 1,
    next: { ...SAME.next, waits: 2 },
  })
  expect(lines.map(({ text, end }) => `${text}: ${end}`)).toEqual([
    'Next cluster would wait: the pool is empty: 2 global accounts',
    'Would no longer be allowed multiple accounts: 1 global account, 3 accounts, 1,200 shoots',
    'Of these, owning multiple accounts in one pool: 1 global account',
    'Accounts over limit: 0 → 2',
  ])
})
