import { globSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { SHORTCUTS } from '#components/ui/shortcuts.ts'
import { ACTION_LABELS } from '#lib/hap/actions/action.ts'
import { GO_KEYS } from './go-keys.ts'
import { NAV_GROUPS } from './nav-items.ts'
import { shortcutLines } from './shortcut-sheet.tsx'

const SINGLE = Object.values(SHORTCUTS).flatMap(shortcuts =>
  shortcuts.flatMap(shortcut => ('page' in shortcut ? shortcut.page.map(key => ({ key, does: shortcut.does })) : [])),
)
const HREFS = NAV_GROUPS.flatMap(({ items }) => items).map(({ href }) => href)

test('each single key has one function', () => {
  const keys = SINGLE.map(({ key }) => key)
  expect(new Set(keys).size).toBe(keys.length)
})

describe('listed keys exist', () => {
  const code = globSync(['app/**/*.tsx', 'components/**/*.{ts,tsx}'])
    .map(file => readFileSync(file, 'utf8'))
    .join('\n')

  test.each(SINGLE.filter(({ key }) => key !== 'g').map(({ key }) => key))('%s', key => {
    expect(code).toContain(`usePageKey('${key}', `)
  })

  test.each(Object.entries(GO_KEYS))('g %s leads to %s', (letter, href) => {
    expect(letter).toMatch(/^[a-z]$/)
    expect(HREFS).toContain(href)
  })
})

test('each letter leads to a distinct page', () => {
  expect(new Set(Object.values(GO_KEYS)).size).toBe(Object.keys(GO_KEYS).length)
})

test('no single key performs an action on bindings', () => {
  const verbs = Object.values(ACTION_LABELS).map(({ verb }) => verb.toLowerCase())
  expect(SINGLE.filter(({ does }) => verbs.some(verb => does.includes(verb)))).toEqual([])
})

test('shows a capital letter as ⇧ and the letter', () => {
  const lines = shortcutLines().flatMap(({ lines }) => lines)
  expect(lines.find(({ does }) => does === 'select range')?.keys).toEqual([['⇧', 'x']])
  expect(lines.find(({ does }) => does === 'search list')?.keys).toEqual([['/']])
})
