import { createElement, Fragment } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import type { AuditRow } from '#lib/queries/audit/audit-list.ts'
import { AUDIT_COLUMNS } from './audit-columns.tsx'

const ROW: AuditRow = {
  seq: '1',
  at: '2026-11-23T10:00:00.000Z',
  actor: 'ann',
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
  expect(cell('outcome', { detail: null })).toContain('data-tip="It was not allowed; the reason is recorded"')
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
