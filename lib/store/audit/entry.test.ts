import { expect, test } from 'vitest'
import { type EntryContent, entryHash, GENESIS, intentContent, parseIdentity } from './entry.ts'

const ENTRY: EntryContent = intentContent(
  {
    actor: { name: 'operator@example.com', role: 'operator' },
    action: 'release',
    targets: ['CredentialsBinding/garden/aws-1'],
    reason: 'no clusters left',
    ticket: 'OPS-1',
    requestId: 'r-1',
    before: { tenantName: 'ga-1', nested: { b: 1, a: [2] } },
    after: { dirty: 'true' },
  },
  new Date('2026-11-21T10:00:00.000Z'),
)

test('keeps the hash of a known entry, so that old chains stay valid', () => {
  expect(entryHash(1n, ENTRY, GENESIS)).toBe('372ae9a1c132c8160443af1b9a6afc77d4f25ab1dcd0d31af46b3ba804495492')
})

test('ignores the order of keys, which the database changes', () => {
  const turned = { ...ENTRY, before: { nested: { a: [2], b: 1 }, tenantName: 'ga-1' } }
  expect(entryHash(1n, turned, GENESIS)).toBe(entryHash(1n, ENTRY, GENESIS))
})

test.each<[string, Partial<EntryContent>]>([
  ['kind', { kind: 'outcome' }],
  ['at', { at: '2026-11-21T10:00:00.001Z' }],
  ['actor', { actor: 'somebody' }],
  ['role', { role: 'admin' }],
  ['action', { action: 'hold' }],
  ['targets', { targets: ['CredentialsBinding/garden/aws-2'] }],
  ['reason', { reason: null }],
  ['ticket', { ticket: 'OPS-2' }],
  ['requestId', { requestId: 'r-2' }],
  ['before', { before: { tenantName: 'ga-1', nested: { b: 1, a: [3] } } }],
  ['after', { after: null }],
  ['intentSeq', { intentSeq: 1n }],
  ['outcome', { outcome: 'accepted' }],
  ['detail', { detail: 'done' }],
])('%s affects the hash', (_, change) => {
  expect(entryHash(1n, { ...ENTRY, ...change }, GENESIS)).not.toBe(entryHash(1n, ENTRY, GENESIS))
})

test('the hash covers the number and the previous hash', () => {
  const hash = entryHash(1n, ENTRY, GENESIS)
  expect(entryHash(2n, ENTRY, GENESIS)).not.toBe(hash)
  expect(entryHash(1n, ENTRY, hash)).not.toBe(hash)
})

test('replaces characters that the database cannot store before hashing', () => {
  const draft = { actor: { name: 'a', role: null }, action: 'x', targets: [], ticket: null, requestId: null }
  const { reason } = intentContent({ ...draft, reason: 'nul \0 and half \uD83D' }, new Date(0))
  expect(reason).toBe('nul \uFFFD and half \uFFFD')
})

test('an intent has the identity of its actor in a field that earlier releases hash', () => {
  const identity = { issuer: 'https://idp.example.com/', subject: 'u-1' }
  const draft = { action: 'x', targets: [], reason: null, ticket: null, requestId: null }
  const { detail } = intentContent({ ...draft, actor: { name: 'Ada', role: 'admin', identity } }, new Date(0))
  expect(parseIdentity(detail)).toEqual(identity)
  expect(intentContent({ ...draft, actor: { name: 'hap-console', role: null } }, new Date(0)).detail).toBeNull()
})

test.each([null, '', 'Released.', '{', '{}', '{"issuer":1,"subject":"u-1"}'])('%j is no identity', detail => {
  expect(parseIdentity(detail)).toBeNull()
})
