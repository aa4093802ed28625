import { existsSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const ROW = /^\| (\d+\.\d+\.\d+) +\| ([12]) +\| ([^|]+) \| (pass|n\.a\.|gap) +\| ([^|]+) \|$/gm
const text = readFileSync('docs/asvs.md', 'utf8')
const rows = Array.from(text.matchAll(ROW), ([, item = '', level = '', , verdict = '', where = '']) => ({
  item,
  level,
  verdict,
  where,
}))

test('lists every requirement of levels 1 and 2 once', () => {
  expect(rows.filter(({ level }) => level === '1')).toHaveLength(70)
  expect(rows.filter(({ level }) => level === '2')).toHaveLength(183)
  expect(new Set(rows.map(({ item }) => item)).size).toBe(253)
  // All rows have this form.
  expect(text.match(/^\| \d/gm)).toHaveLength(253)
})

test('a passed requirement names existing files', () => {
  const named = rows.map(({ item, verdict, where }) => ({
    item,
    verdict,
    files: Array.from(where.matchAll(/`([\w.-]+(?:\/[^`]+|\.\w+))`/g), ([, file = '']) => file),
  }))
  const nowhere = named.filter(({ verdict, files }) => verdict === 'pass' && files.length === 0)
  expect(nowhere.map(({ item }) => item)).toEqual([])
  expect(
    named.flatMap(({ item, files }) => files.filter(file => !existsSync(file)).map(file => `${item}: ${file}`)),
  ).toEqual([])
})

test('an inapplicable or missing requirement has a reason', () => {
  for (const { item, verdict, where } of rows)
    if (verdict !== 'pass') expect(where.trim().length, item).toBeGreaterThan(6)
})

test('states the number of rows of each verdict', () => {
  const count = (verdict: string) => rows.filter(row => row.verdict === verdict).length
  expect(text).toContain(`${count('pass')} pass, ${count('n.a.')} do not apply, ${count('gap')} are gaps.`)
})
