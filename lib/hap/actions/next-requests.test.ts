import { expect, test } from 'vitest'
import { nextRequestsWords } from './next-requests.ts'

test.each([
  [1, 0, 'The next request of 1 global account for pool aws waits: the pool then has no usable account.'],
  [1, 1, 'The next request of 1 global account for pool aws claims its only usable account.'],
  [1, 22, 'The next request of 1 global account for pool aws claims one of its 22 usable accounts.'],
  [12, 0, 'The next requests of 12 global accounts for pool aws wait: the pool then has no usable account.'],
  [12, 3, 'The next requests of 12 global accounts for pool aws claim usable accounts: the pool then has only 3.'],
  [12, 22, 'The next requests of 12 global accounts for pool aws claim usable accounts: the pool then has 22.'],
])('%i global accounts, %i usable accounts', (tenants, free, words) => {
  expect(nextRequestsWords({ pool: 'aws', tenants, free })).toBe(words)
})
