import { expect, test } from 'vitest'
import { mergedExtensions, wantedExtensions } from './live-shoot.ts'

test.each([
  ['nothing', undefined, { 'shoot-networking-filter': false }],
  ['the filter off', { shootNetworkingFilterDisabled: true }, { 'shoot-networking-filter': true }],
  [
    'another extension',
    { 'shoot-dns-service': { providerConfig: { a: 1 } } },
    { 'shoot-networking-filter': false, 'shoot-dns-service': undefined },
  ],
  ['the filter by its type', { 'shoot-networking-filter': { disabled: true } }, { 'shoot-networking-filter': true }],
  ['something that is no extension', { natGateway: true }, { 'shoot-networking-filter': false }],
])('requested %s', (_, extensions, expected) => {
  const wanted = wantedExtensions(extensions)
  expect(Object.fromEntries(wanted.map(({ type, disabled }) => [type, disabled]))).toEqual(expected)
})

test('configures the filter to block egress to blocked addresses', () => {
  expect(wantedExtensions()[0]?.providerConfig).toMatchObject({ egressFilter: { blackholingEnabled: true } })
})

test('keeps extensions of others, replaces its own, and removes unwanted ones', () => {
  const existing = [{ type: 'theirs' }, { type: 'ours-before' }, { type: 'ours', disabled: true }]
  const merged = mergedExtensions(existing, [{ type: 'ours' }, { type: 'new' }], new Set(['ours', 'ours-before']))
  expect(merged).toEqual([{ type: 'theirs' }, { type: 'ours' }, { type: 'new' }])
})
