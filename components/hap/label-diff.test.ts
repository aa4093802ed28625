import fc from 'fast-check'
import { expect, test } from 'vitest'
import { parse } from 'yaml'
import { formatYaml } from './label-diff.tsx'

test.each([
  ['aws', 'aws'],
  ['gcp_cf-sa30', 'gcp_cf-sa30'],
  ['', '""'],
  ['true', '"true"'],
  ['No', '"No"'],
  ['null', '"null"'],
  ['~', '"~"'],
  ['1.5', '"1.5"'],
  ['1e3', '"1e3"'],
  ['E0', '"E0"'],
  ['2026-11-21', '"2026-11-21"'],
  ['held by m.okafor: audit', '"held by m.okafor: audit"'],
  ['8b9c0d1e-1111-4222-8333-944455566677', '8b9c0d1e-1111-4222-8333-944455566677'],
])('formats %s as %s', (value, written) => {
  expect(formatYaml(value)).toBe(written)
})

test('both YAML versions parse short texts of numbers as the same string', () => {
  const characters = [...'0_.+-eE:']
  let texts = ['']
  for (let length = 0; length < 4; length++) {
    texts = texts.flatMap(text => characters.map(character => text + character))
    expect(texts.filter(text => !isKept(text))).toEqual([])
  }
})

test('both YAML versions parse the formatted text as the same string', () => {
  const texts = fc.oneof(fc.string(), fc.stringMatching(/^[-+.\w~]{0,8}$/), fc.uuid())
  fc.assert(
    fc.property(texts, text => {
      expect(isKept(text)).toBe(true)
    }),
  )
})

function isKept(text: string): boolean {
  return (['1.1', '1.2'] as const).every(version => parse(formatYaml(text), { version }) === text)
}
