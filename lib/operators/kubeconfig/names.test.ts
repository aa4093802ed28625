import fc from 'fast-check'
import { expect, test } from 'vitest'
import { accountName, anchorName, labelsOf, selectorOf } from './names.ts'

const LEGAL = /^[a-z0-9]([-a-z0-9]*[a-z0-9])?$/
const identity = fc.record({ namespace: fc.string(), name: fc.string(), uid: fc.string() })

test('the request of the seed gets a readable name', () => {
  const request = { namespace: 'default', name: 'example-cluster.compass-operator', uid: '6a1d' }
  expect(accountName(request)).toMatch(/^hap-example-cluster-compass-operator-[0-9a-f]{16}$/)
  expect(anchorName(request, 7)).toBe(`${accountName(request)}-7`)
})

test('names are legal and fit a label for any name of a request', () => {
  fc.assert(
    fc.property(identity, fc.integer({ min: 1, max: 9_999_999 }), (request, issue) => {
      for (const name of [accountName(request), anchorName(request, issue)]) {
        expect(name).toMatch(LEGAL)
        expect(name.length).toBeLessThanOrEqual(63)
      }
    }),
  )
})

test('two requests never share a name, and one always has the same', () => {
  fc.assert(
    fc.property(identity, identity, (a, b) => {
      const same = a.namespace === b.namespace && a.name === b.name && a.uid === b.uid
      expect(accountName(a) === accountName(b)).toBe(same)
    }),
  )
})

test('a request recreated with the same name gets another name', () => {
  const request = { namespace: 'n', name: 'r', uid: '1' }
  expect(accountName({ ...request, uid: '2' })).not.toBe(accountName(request))
})

test('the selector of a request selects its labels', () => {
  const labels = labelsOf({ uid: 'u1' }, 'prod')
  const pairs = Object.entries(labels).map(([key, value]) => `${key}=${value}`)
  expect(selectorOf('prod', 'u1').split(',').sort()).toEqual(pairs.sort())
})
