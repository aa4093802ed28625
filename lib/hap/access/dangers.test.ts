import { expect, test } from 'vitest'
import { parseExceptions } from './dangers.ts'

test('a namespace has the codes of all its entries', () => {
  const exceptions = parseExceptions('compass=pod-access, cluster-secrets; kcp-system = roles ;compass=roles;')
  expect([...exceptions].map(([namespace, codes]) => [namespace, [...codes]])).toEqual([
    ['compass', ['pod-access', 'cluster-secrets', 'roles']],
    ['kcp-system', ['roles']],
  ])
  expect(parseExceptions('').size).toBe(0)
})

test.each([
  ['compass', /"compass" is no exception\. Write NAMESPACE=CODE,CODE/],
  ['=roles', /is no exception/],
  ['a=b=c', /is no exception/],
  ['a=everything', /"everything" of namespace a is no code\. Codes are: wildcard-verbs, /],
  ['a=roles,', /"" of namespace a is no code/],
])('rejects %s with a message', (text, words) => {
  expect(() => parseExceptions(text)).toThrow(words)
})
