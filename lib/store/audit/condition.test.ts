import { setImmediate } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { AUDIT_LIST } from '#lib/queries/audit/audit-list.ts'
import { parseSearch } from '#lib/search/parse.ts'
import type { Db } from '#lib/store/database/client.ts'
import { auditCondition } from './condition.ts'

/** A database without matches that counts queries, and concurrent queries. */
function countingDb() {
  const asked = { all: 0, atOnce: 0 }
  let open = 0
  const $queryRaw = async () => {
    asked.all++
    open++
    asked.atOnce = Math.max(asked.atOnce, open)
    await setImmediate()
    open--
    return []
  }
  return { asked, db: { $queryRaw } as unknown as Db }
}

async function askedFor(q: string) {
  const { asked, db } = countingDb()
  const { terms, errors } = parseSearch(q, AUDIT_LIST.fields)
  expect(errors).toEqual([])
  await auditCondition(db, terms, 0)
  return asked
}

const numbered = (word: string, count: number) => Array.from({ length: count }, (_, at) => word + at)

test('runs no more concurrent queries for many terms than for a single word', async () => {
  const one = await askedFor('word')
  const many = await askedFor(numbered('word', 50).join(' '))
  expect(many.atOnce).toBe(one.atOnce)
  expect(many.all).toBe(50 * one.all)
})

test.each([
  ['a term that is repeated', 'a '.repeat(50), 'a'],
  ['all values of one term', `target:${numbered('a', 50).join(',')}`, 'target:a'],
])('%s is looked up once', async (_, q, single) => {
  expect((await askedFor(q)).all).toBe((await askedFor(single)).all)
})
