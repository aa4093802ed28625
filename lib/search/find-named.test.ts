import fc from 'fast-check'
import { expect, test } from 'vitest'
import { findNamed } from './find-named.ts'

const NAMES = ['aws-1', 'aws-10', 'aws-eu-1', 'gcp-aws-1', 'AWS', 'azure_lite']

const find = (text: string, most = 9) => findNamed(NAMES, text, most, name => [name]).map(({ name }) => name)

test.each([
  ['an equal name comes first, then prefixes, then other matches', 'aws-1', ['aws-1', 'aws-10', 'gcp-aws-1']],
  ['case does not count', 'aWs', ['AWS', 'aws-1', 'aws-10', 'aws-eu-1', 'gcp-aws-1']],
  ['every word has to be in it, in any order', '1 eu', ['aws-eu-1']],
  ['blanks around it are nothing', '  azure_lite  ', ['azure_lite']],
  ['a text of the search language is a text', 'name:aws', []],
  ['a minus does not exclude, quotes are no quotes', '-1', ['aws-1', 'aws-10', 'aws-eu-1', 'gcp-aws-1']],
  ['an id as pages shorten it', 'aws…1', ['aws-1', 'aws-eu-1']],
  ['nothing', ' ', []],
])('%s', (_, text, names) => {
  expect(find(text)).toEqual(names)
})

test('the best matching of several names counts', () => {
  const things = [['x-7', 'id-70'], ['y-1', 'id-7'], ['id-77']]
  const found = findNamed(things, 'id-7', 9, names => names)
  expect(found.map(({ name, closeness }) => [name, closeness])).toEqual([
    ['id-7', 0],
    ['id-70', 1],
    ['id-77', 1],
  ])
})

test('the limited result is the beginning of the full one', () => {
  const name = fc.string({ unit: fc.constantFrom('a', 'b', 'B'), minLength: 1, maxLength: 5 })
  fc.assert(
    fc.property(fc.uniqueArray(name), name, fc.integer({ min: 1, max: 4 }), (names, text, most) => {
      const all = findNamed(names, text, names.length, each => [each])
      expect(findNamed(names, text, most, each => [each])).toEqual(all.slice(0, most))
      expect(all.map(({ name }) => name).sort()).toEqual(
        names.filter(each => each.toLowerCase().includes(text.toLowerCase())).sort(),
      )
    }),
  )
})
