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
  ['2026-11-21', '"2026-11-21"'],
  ['held by m.okafor: audit', '"held by m.okafor: audit"'],
  ['8b9c0d1e-1111-4222-8333-944455566677', '8b9c0d1e-1111-4222-8333-944455566677'],
])('formats %s as %s', (value, written) => {
  expect(formatYaml(value)).toBe(written)
})

test('both YAML versions parse the formatted text as the same string', () => {
  const texts = fc.oneof(fc.string(), fc.stringMatching(/^[-+.\w~]{0,8}$/), fc.uuid())
  fc.assert(
    fc.property(texts, value => {
      for (const version of ['1.1', '1.2'] as const) expect(parse(formatYaml(value), { version })).toBe(value)
    }),
  )
})
