import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { formatToken, isToken, isTokenText, readBearer, tokenUser } from './api-token.ts'

test.each([
  [null, null],
  ['', null],
  ['Basic YWRhOmFkYQ==', null],
  ['Bearerhap_x', null],
  ['Bearer', ''],
  ['Bearer hap_x', 'hap_x'],
  ['bearer  hap_x', 'hap_x'],
  ['BEARER a b', 'a b'],
])('%j holds the token %j', (authorization, token) => {
  expect(readBearer(new Headers(authorization === null ? {} : { authorization }))).toBe(token)
})

test('a token has its prefix and 256 bits; other texts are not looked up', () => {
  const token = formatToken(randomBytes(32))
  expect(token).toMatch(/^hap_[\w-]{43}$/)
  expect([token, token.slice(0, -1), `${token}a`, token.slice(4), '', `${token}\n`].map(isTokenText)).toEqual([
    true,
    ...Array.from({ length: 5 }, () => false),
  ])
})

test('a token is a separate user named after itself and its creator', () => {
  const user = tokenUser({ id: 't-1', name: 'ci', role: 'operator', creatorName: 'Ada Admin' })
  expect(user).toEqual({ id: 'token:t-1', name: 'token ci of Ada Admin', role: 'operator' })
  expect([isToken(user), isToken({ id: 'ada' })]).toEqual([true, false])
})
