import { expect, test } from 'vitest'
import { groupCleaningFailures } from './cleaners.ts'

type Looked = Parameters<typeof groupCleaningFailures>[0][number]

const CREDENTIALS = 'Could not sign in to Azure: the provider does not accept the credentials of the account.'
const failing = (cleaner: string, reason: string): Looked => ({ cleaner, failing: true, reason, evidence: null })
const clean = (cleaner: string): Looked => ({ cleaner, failing: false, reason: null, evidence: 'found nothing' })
const unseen = (cleaner: string | null): Looked => ({ cleaner, failing: false, reason: null, evidence: null })
const times = (count: number, row: Looked) => Array<Looked>(count).fill(row)

test('groups equal failures, and reports when all inspected accounts of a provider fail', () => {
  const rows = [...times(7, failing('azure', CREDENTIALS)), unseen('azure'), clean('aws'), failing('aws', 'No.')]
  const { accounts, alike } = groupCleaningFailures(rows)
  expect(accounts).toBe(8)
  expect(alike).toMatchObject([
    { provider: 'azure', accounts: 7, all: true, reason: CREDENTIALS },
    { provider: 'aws', accounts: 1, all: false, reason: 'No.' },
  ])
  expect(alike[0]?.advice).toMatch(/^Since all are affected, .* Renew the credentials/)
})

test.each([
  ['one account', [failing('azure', CREDENTIALS)]],
  ['an account that was found empty', [...times(5, failing('azure', CREDENTIALS)), clean('azure')]],
  ['an account with another failure', [...times(5, failing('azure', CREDENTIALS)), failing('azure', 'No.')]],
])('%s: not all accounts of the provider fail', (_, rows) => {
  expect(groupCleaningFailures(rows).alike[0]).toMatchObject({ all: false, advice: expect.stringMatching(/^Renew/) })
})

test('groups unreadable Secrets under the first name', () => {
  const unreadable = (name: string) =>
    failing('aws', `Could not get Secret ${name} in garden: it does not exist (404).`)
  expect(groupCleaningFailures([unreadable('a'), unreadable('b')]).alike).toMatchObject([
    {
      accounts: 2,
      all: true,
      reason: expect.stringContaining('Secret a in'),
      advice: expect.stringMatching(/Secrets/),
    },
  ])
})

test('accounts without inspection do not fail', () => {
  expect(groupCleaningFailures([unseen('aws'), unseen(null), clean('aws')])).toEqual({ accounts: 0, alike: [] })
})

test('limits the groups but counts all accounts', () => {
  const rows = ['a', 'b', 'c', 'd', 'e'].map(volume => failing('aws', `volume ${volume} stays`))
  const { accounts, alike } = groupCleaningFailures(rows)
  expect([accounts, alike.length]).toEqual([5, 3])
})
