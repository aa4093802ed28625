import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import type { AuditNewsView } from '#app/data/audit-queries.ts'
import { AuditStrips } from './audit-list.tsx'

const checkedAt = '2026-01-01T00:00:00Z'
const QUIET: AuditNewsView = { end: '9', newer: 0, unknown: 0, chain: { state: 'verified', entries: '9', checkedAt } }

const markup = (news: Partial<AuditNewsView>) =>
  renderToStaticMarkup(<AuditStrips news={{ ...QUIET, ...news }} onShowNewer={() => {}} />)
const textOf = (html: string) => html.replaceAll(/<[^>]+>/g, ' ').replaceAll(/\s+/g, ' ')

test('shows no notice while every outcome is known', () => {
  expect(markup({})).toBe('')
})

test.each([
  [1, '1 action'],
  [1_204, '1,204 actions'],
])('shows %d unknown outcomes with a link to exactly those', (unknown, words) => {
  const html = markup({ unknown })
  expect(textOf(html)).toContain('The outcome of some actions is unknown: the console stopped or lost its connection')
  expect(textOf(html)).toContain('It checks the bindings and records what it finds.')
  const [, address = '', link = ''] = /<a [^>]*href="([^"]*)"[^>]*>(.*?)<\/a>/.exec(html) ?? []
  expect(textOf(link).trim()).toBe(words)
  const { pathname, searchParams } = new URL(address, 'http://console')
  expect([pathname, searchParams.get('q')]).toEqual(['/audit', 'outcome:unknown'])
})

test('shows a broken chain, unknown outcomes and newer actions in this order', () => {
  const problem = 'The entry was changed: its hash does not match.'
  const said = textOf(markup({ chain: { state: 'broken', seq: '3', problem, checkedAt }, unknown: 2, newer: 5 }))
  const places = ['The hash chain is broken from entry 3 on.', '2 actions', '5 newer actions'].map(words =>
    said.indexOf(words),
  )
  expect(places).not.toContain(-1)
  expect(places).toEqual(places.toSorted((a, b) => a - b))
})
