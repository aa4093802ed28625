import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { NEEDED_ROLES } from '#lib/auth/needed-roles.ts'
import { ROLES } from '#lib/auth/roles.ts'
import { SETTINGS } from '#lib/env.ts'
import { ACTION_LABELS } from '#lib/hap/actions/action.ts'
import { COMMANDS } from '../../bin/commands.ts'
import { floorOf } from '../../scripts/architecture/floors.ts'
import { blocksOf, DOCUMENTS } from './guide/documents.ts'

const DECISION_PARTS = ['Context', 'Alternatives', 'Decision', 'Consequences']
/** In characters; about a page. */
const MAX_DECISION_LENGTH = 4_500

function textOf(path: string): string {
  return readFileSync(path, 'utf8')
}

test('the README is one screen', () => {
  expect(textOf('README.md').trimEnd().split('\n').length).toBeLessThan(60)
})

test('the table of the handbook and the README list every page of the handbook', () => {
  const pages = DOCUMENTS.flatMap(({ path }) => /^docs\/guide\/((?!README).+\.md)$/.exec(path)?.[1] ?? [])
  expect(pages.length).toBeGreaterThan(10)
  expect(pages.filter(page => !textOf('docs/guide/README.md').includes(`](${page})`))).toEqual([])
  expect(pages.filter(page => !textOf('README.md').includes(`](docs/guide/${page})`))).toEqual([])
})

test('every setting is listed with its meaning and default', () => {
  const rows = Object.entries(SETTINGS).map(([name, setting]: [string, { meaning: string; fallback?: string }]) => [
    `\`${name}\``,
    setting.meaning,
    setting.fallback === undefined ? '' : `\`${setting.fallback}\``,
  ])
  const lines = textOf('docs/guide/settings.md').matchAll(/^\| (`[A-Z_]+` +\|.*)\|$/gm)
  expect([...lines].map(([, row = '']) => row.split('|').map(cell => cell.trim()))).toEqual(rows)
})

test('every command of hap is shown', () => {
  const shown = DOCUMENTS.flatMap(({ text }) => [...text.matchAll(/npx hap ([a-z-]+)/g)].map(([, name]) => name))
  expect(shown).toEqual(expect.arrayContaining(Object.keys(COMMANDS)))
})

test('the roles are those of the code, with every action on accounts', () => {
  const rows = [...textOf('docs/guide/roles.md').matchAll(/^\| ([a-z]+) +\| (.*?) *\|$/gm)]
  expect(rows.map(([, role]) => role)).toEqual(ROLES)
  const [, ofOperator = ''] = /On accounts: ([^.]*)\./.exec(rows[1]?.[2] ?? '') ?? []
  expect(ofOperator.split(', ')).toEqual(Object.values(ACTION_LABELS).map(({ verb }) => verb))
  expect(new Set(Object.values(ACTION_LABELS).map(({ role }) => role))).toEqual(new Set(['operator']))
  expect(NEEDED_ROLES).toEqual({
    look: 'viewer',
    claim: 'operator',
    decide: 'operator',
    allowlist: 'admin',
    rules: 'admin',
    tokens: 'admin',
    resources: 'operator',
    deleteCluster: 'admin',
    bringCluster: 'admin',
    kubeconfigs: 'operator',
    downloadKubeconfig: 'admin',
    sessions: 'admin',
    landscape: 'admin',
  })
})

test('arrows between rooms in the architecture diagram point downwards', () => {
  const blocks = DOCUMENTS.flatMap(document => blocksOf(document))
  const picture = blocks.find(({ language }) => language === 'mermaid')?.text ?? ''
  const rooms = new Map(
    [...picture.matchAll(/(\w+)\["?((?:lib\/)?[\w-]+)/g)].map(([, id = '', room = '']) => [id, room]),
  )
  const arrows = [...picture.matchAll(/^ *(\w+)(?:\[.*\])? -->\s*(\w+)/gm)].map(([, from = '', to = '']) => ({
    from: floorOf(rooms.get(from) ?? ''),
    to: floorOf(rooms.get(to) ?? ''),
  }))
  expect(arrows.length).toBeGreaterThan(8)
  expect(arrows.filter(({ from, to }) => from < 0 || to < 0 || from >= to)).toEqual([])
})

const DECISIONS = readdirSync('docs/decisions').map(name => [name, textOf(`docs/decisions/${name}`)] as const)

test.each(DECISIONS)('decision %s has its number, a date, a status and all parts, on one page', (name, text) => {
  expect(text).toMatch(
    new RegExp(
      `^# ${name.slice(0, 3)} [^:\n].*\n\nDate: \\d{4}-\\d{2}-\\d{2}\\. Status: (?:accepted|superseded by \\[)`,
    ),
  )
  expect(Array.from(text.matchAll(/^## (.*)$/gm), ([, heading]) => heading)).toEqual(DECISION_PARTS)
  expect(text.length).toBeLessThan(MAX_DECISION_LENGTH)
})

test.each(DECISIONS)('decision %s links to existing files', (_name, text) => {
  const links = Array.from(text.matchAll(/\]\((?!https?:)([^)#]+)/g), ([, link = '']) => `docs/decisions/${link}`)
  expect(links.filter(link => !existsSync(link))).toEqual([])
})

test('decisions have unique numbers', () => {
  const numbers = DECISIONS.map(([name]) => name.slice(0, 3))
  expect(new Set(numbers).size).toBe(numbers.length)
})
