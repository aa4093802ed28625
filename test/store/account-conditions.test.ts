import { expect, test } from 'vitest'
import { readConditions, recordCondition } from '#lib/store/accounts.ts'
import { testStore } from './test-store.ts'

const ACCOUNT = { account: 'Secret/garden/a', binding: null }

test('an unconfirmed refusal neither confirms an earlier one nor replaces a known condition', async () => {
  const { db } = await testStore()
  const record = (cause: 'credentials-missing' | 'credentials-unreadable', confirmed: boolean) =>
    recordCondition(db, ACCOUNT, { cause, confirmed })
  await record('credentials-unreadable', false)
  await record('credentials-unreadable', false)
  expect(await readConditions(db)).toEqual([])
  await record('credentials-missing', true)
  await record('credentials-unreadable', false)
  expect(await readConditions(db)).toMatchObject([{ ...ACCOUNT, cause: 'credentials-missing' }])
})
