import { expect, test } from 'vitest'
import { parseExceptions } from './dangers.ts'

test('a namespace has the codes of all its entries', () => {
  const exceptions = parseExceptions('compass=pod-access, cluster-secrets; kcp-system = roles ;compass=roles;')
  expect([...exceptions].map(([namespace, all]) => [namespace, all.map(({ code }) => code)])).toEqual([
    ['compass', ['pod-access', 'cluster-secrets', 'roles']],
    ['kcp-system', ['roles']],
  ])
  expect(parseExceptions('').size).toBe(0)
})

test.each([
  ['roles', { code: 'roles', place: null, resource: null }],
  ['roles@*', { code: 'roles', place: '*', resource: null }],
  ['pod-access@kyma-system/pods/exec', { code: 'pod-access', place: 'kyma-system', resource: 'pods/exec' }],
])('%s names code, place and resource', (text, exception) => {
  expect(parseExceptions(`kcp=${text}`).get('kcp')).toEqual([exception])
})

test.each([
  ['compass', /"compass" is no exception\. Write NAMESPACE=CODE,CODE/],
  ['=roles', /is no exception/],
  ['a=b=c', /is no exception/],
  ['a=everything', /"everything" of namespace a is no code\. Codes are: wildcard-verbs, /],
  ['a=roles,', /"" of namespace a is no code/],
  ['a=roles@', /"roles@" of namespace a is incomplete\. Write CODE@PLACE or CODE@PLACE\/RESOURCE/],
  ['a=roles@kyma-system/', /is incomplete/],
])('rejects %s with a message', (text, words) => {
  expect(() => parseExceptions(text)).toThrow(words)
})
