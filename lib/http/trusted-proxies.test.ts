import { expect, test } from 'vitest'
import { clientAddress, isTrusted, trustedProxies } from './trusted-proxies.ts'

const listed = (...entries: string[]) => {
  const list = trustedProxies(entries)
  if (list === null) throw new Error('not a list')
  return list
}

test.each([['10.0.0.0/8'], ['10.0.0.1'], ['2001:db8::/32'], ['::1']])('%s is a proxy', entry => {
  expect(trustedProxies([entry])).not.toBeNull()
})

test.each(['', 'proxy', '10.0.0.0/33', '10.0.0.0/', '10.0.0/8', '::1/129', '10.0.0.0/8/8', '10.0.0.1:80'])(
  '%j is none',
  entry => {
    expect(trustedProxies(['10.0.0.1', entry])).toBeNull()
  },
)

test.each([
  ['nobody is trusted', [], '192.0.2.1', '198.51.100.7', '192.0.2.1'],
  ['another proxy than the trusted one', ['10.0.0.0/8'], '192.0.2.1', '198.51.100.7', '192.0.2.1'],
  ['the trusted one', ['10.0.0.0/8'], '10.1.2.3', '198.51.100.7', '198.51.100.7'],
  ['the trusted one, by a socket of IPv6', ['10.0.0.0/8'], '::ffff:10.1.2.3', '198.51.100.7', '198.51.100.7'],
  ['it says nothing', ['10.0.0.0/8'], '10.1.2.3', undefined, '10.1.2.3'],
  ['it says nothing that can be read', ['10.0.0.0/8'], '10.1.2.3', '198.51.100.7, unknown', '10.1.2.3'],
  ['the client made up what comes before', ['10.0.0.0/8'], '10.1.2.3', '203.0.113.9, 198.51.100.7', '198.51.100.7'],
  ['two trusted ones', ['10.0.0.0/8'], '10.1.2.3', '203.0.113.9, 198.51.100.7, 10.9.9.9', '198.51.100.7'],
  ['only trusted ones', ['10.0.0.0/8'], '10.1.2.3', '10.0.0.9', '10.0.0.9'],
  ['one of IPv6', ['2001:db8::/32'], '2001:db8::1', '2001:db9::7', '2001:db9::7'],
])('%s', (_, trusted, peer, forwarded, expected) => {
  expect(clientAddress(peer, forwarded, listed(...trusted))).toBe(expected)
})

test('a range holds for its own family', () => {
  expect(isTrusted('10.0.0.1', listed('10.0.0.0/8'))).toBe(true)
  expect(isTrusted('11.0.0.1', listed('10.0.0.0/8'))).toBe(false)
  expect(isTrusted('::1', listed('0.0.0.0/0'))).toBe(false)
  expect(isTrusted('', listed('0.0.0.0/0'))).toBe(false)
})
