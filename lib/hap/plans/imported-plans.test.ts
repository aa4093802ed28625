import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { csvLine, parseCsv } from '../csv.ts'
import { formatPlansFile, parsePlansFile } from './imported-plans.ts'

const read = (text: string) => {
  const found = parsePlansFile(text)
  return 'problems' in found ? found.problems : Object.fromEntries(found.plans)
}

describe('a file of plans', () => {
  test.each([
    ['CSV', 'cluster,plan,platform_region\nc-1,aws,cf-eu11\nc-2,gcp,\n'],
    ['other columns and another order', 'n,platform_region,Cluster,plan\r\n1,cf-eu11,c-1,aws\r\n2,,c-2,gcp\r\n'],
    [
      'semicolons, quotes, blanks and a byte order mark',
      '\ufeffcluster;plan;platform_region\n"c-1"; aws ;"cf-eu11"\n\nc-2;gcp;',
    ],
    ['a camel-case column', 'cluster,plan,platformRegion\nc-1,aws,cf-eu11\nc-2,gcp,\n'],
    ['a column with a space, and blank rows', 'Cluster,Plan,Platform Region\nc-1,aws,cf-eu11\n,,\nc-2,gcp,\n , ,\n'],
    ['JSON', '[{"cluster":"c-1","plan":"aws","platformRegion":"cf-eu11"},{"cluster":"c-2","plan":"gcp"}]'],
    ['clusters of which it knows nothing', 'cluster,plan,platform_region\nc-1,aws,cf-eu11\nc-2,gcp,\nc-3,,\n'],
    ['the same twice', 'cluster,plan,platform_region\nc-1,aws,cf-eu11\nc-2,gcp,\nc-1,aws,cf-eu11\n'],
  ])('with %s', (_what, text) => {
    expect(read(text)).toEqual({
      'c-1': { plan: 'aws', platformRegion: 'cf-eu11' },
      'c-2': { plan: 'gcp', platformRegion: null },
    })
  })

  test.each([
    ['', ['Line 1: the columns must have names, among them cluster, and plan or platform_region.']],
    ['c-1,aws\n', ['Line 1: the columns must have names, among them cluster, and plan or platform_region.']],
    ['cluster,plan\n', ['No cluster with a plan or a platform region was found.']],
    ['cluster,plan\nc-1\nc-2,aws,x\n', ['Line 2: has 1 cell instead of 2.', 'Line 3: has 3 cells instead of 2.']],
    [
      'cluster,plan\n,aws\n\nc-1,aws\nc-1,gcp\n',
      ['Line 2: names no cluster.', 'Line 5: c-1 was given before, with another plan or platform region.'],
    ],
    [`cluster,plan\nc-1,${'x'.repeat(254)}\n`, ['Line 2: plan has more than 253 characters.']],
    [
      'cluster,plan,platfrom_region\nc-1,aws,x\n',
      ['Line 1: platfrom_region is no column; did you mean platform_region?'],
    ],
    ['cluster,plan,Plan\nc-1,aws,gcp\n', ['Line 1: there are two columns plan.']],
    ['cluster,plan\nc-1,"aws\nc-2,gcp\n', ['Line 2: plan is not one line of text.']],
    ['cluster,plan\nc-1\0,aws\n', ['Line 2: cluster is not one line of text.']],
    ['{"c-1": "aws"}', ['The JSON is no list. Give a list of {"cluster", "plan", "platformRegion"}.']],
    ['[{', ['The file is not valid JSON. Give a list of {"cluster", "plan", "platformRegion"}.']],
    ['[{"cluster":"c-1","plan":"aws"}, 7]', ['Entry 2: is no object.']],
    ['[{"cluster":7,"plan":"aws"}]', ['Entry 1: cluster is not text.']],
  ])('%j is refused', (text, problems) => {
    expect(read(text)).toEqual(problems)
  })

  test('parses its own output', () => {
    const name = fc.stringMatching(/^[a-z][a-z0-9-]{0,20}$/)
    const facts = fc.record({ plan: name, platformRegion: fc.option(name) })
    fc.assert(
      fc.property(fc.array(fc.tuple(name, facts), { minLength: 1 }), entries => {
        const plans = new Map(entries)
        expect(parsePlansFile(formatPlansFile(plans))).toEqual({ plans })
      }),
    )
  })
})

test('a CSV file is parsed as written, with the line of each row', () => {
  const cell = fc
    .string({ unit: fc.constantFrom('a', '"', ',', ';', '\n', 'é'), maxLength: 8 })
    .map(text => `x${text}x`)
  fc.assert(
    fc.property(fc.array(fc.array(cell, { minLength: 2, maxLength: 4 }), { maxLength: 5 }), rows => {
      const head = ['first', 'line']
      const lines = [head, ...rows].map(csvLine)
      const found = parseCsv(lines.join(''))
      expect(found.map(({ cells }) => cells)).toEqual([head, ...rows])
      const starts = lines.map((_, place) => lines.slice(0, place).join('').split('\n').length)
      expect(found.map(({ line }) => line)).toEqual(starts)
    }),
  )
})

test('any file is parsed without an exception', () => {
  fc.assert(
    fc.property(fc.string({ unit: fc.constantFrom('a', '"', ',', '\n', '\r', ';', '[', '{', '}', ']', ':') }), text => {
      expect(() => parsePlansFile(text)).not.toThrow()
      expect(() => parsePlansFile(`cluster,plan\n${text}`)).not.toThrow()
    }),
  )
})
