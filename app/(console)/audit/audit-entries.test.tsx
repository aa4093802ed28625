import { createElement, Fragment } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import type { AuditNewsView } from '#app/data/audit-queries.ts'
import type { AuditRow } from '#lib/queries/audit/audit-list.ts'
import { AUDIT_COLUMNS, AuditStrips } from './audit-entries.tsx'

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
  expect(textOf(html)).toContain('The console checks the bindings and records the result.')
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

const ROW: AuditRow = {
  seq: '1',
  at: '2026-11-23T10:00:00.000Z',
  actor: 'ann',
  actorIssuer: null,
  actorSubject: null,
  role: 'operator',
  action: 'hold',
  targets: [],
  claimed: null,
  reason: 'peering',
  ticket: null,
  outcome: 'refused',
  detail: 'It is held already.',
  change: null,
}

function cell(id: string, row: Partial<AuditRow>): string {
  const column = AUDIT_COLUMNS.find(each => each.id === id)
  return renderToStaticMarkup(createElement(Fragment, null, column?.cell({ ...ROW, ...row })))
}

const words = (html: string) => html.replaceAll(/<[^>]+>/g, '')

test.each<[Partial<AuditRow>, string]>([
  [{}, 'peering — It is held already.'],
  [{ outcome: 'accepted', detail: 'Version 4.' }, 'peering'],
  [{ reason: null }, 'It is held already.'],
  [{ reason: null, outcome: 'accepted', detail: 'Version 4.' }, 'Version 4.'],
  [{ outcome: 'open', detail: null }, 'peering'],
  [{ reason: null, detail: null }, ''],
])('shows in the reason column, for %j: %j', (row, expected) => {
  expect(words(cell('reason', row))).toBe(expected)
})

test('shows the recorded detail with the outcome', () => {
  expect(cell('outcome', {})).toContain('data-tip="It is held already."')
  expect(cell('outcome', { detail: null })).toContain('data-tip="The action was not allowed; the reason is recorded"')
})

test('shows the state change of an action', () => {
  expect(words(cell('changes', { change: 'claimed → held' }))).toBe('claimed → held')
  expect(cell('changes', {})).toBe('')
})

test('shows a dash for a claim without a global account, instead of a link without a name', () => {
  const none = cell('tenant', { targets: ['Claim/1', 'GlobalAccount/'] })
  expect(words(none)).toBe('—')
  expect(none).not.toContain('<a')
  expect(cell('tenant', { targets: ['Claim/1', 'GlobalAccount/8b9a'] })).toContain('href="/global-accounts/8b9a"')
})

test.each([
  [['GlobalAccount/8b9a', 'CredentialsBinding/garden/aws-1', 'CredentialsBinding/garden/aws-2'], 'aws-1'],
  [['Approval/b604', 'CredentialsBinding/garden/aws-1'], 'aws-1'],
  [['Approval/b604', 'CredentialsBinding/garden/aws-1', 'CredentialsBinding/garden/aws-2'], 'proposal b604'],
  [['Approval/b604'], 'proposal b604'],
  [['ApiToken/t-1/nightly ci'], 'token nightly ci'],
  [['ApiToken/t-1'], 'token t-1'],
])('shows in the target column, for %j: %s', (targets, name) => {
  expect(words(cell('target', { targets }))).toContain(name)
})
