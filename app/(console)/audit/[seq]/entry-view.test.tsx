import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import type { AuditEntryView } from '#lib/queries/audit/audit-entry.ts'
import { ChangePanel } from './entry-view.tsx'

const ENTRY: AuditEntryView = {
  row: {
    seq: '1',
    at: '2026-11-23T10:00:00.000Z',
    actor: 'ann',
    actorIssuer: null,
    actorSubject: null,
    role: 'operator',
    action: 'release',
    targets: ['Claim/c-1'],
    claimed: null,
    reason: null,
    ticket: null,
    outcome: 'accepted',
    detail: null,
    change: null,
  },
  requestId: null,
  hash: '',
  diff: [],
  moreLines: 0,
  wrote: [],
  asked: [],
  outcomes: [],
}

const DIRTY = { change: 'added', key: 'dirty', value: 'true', note: 'label' } as const

const shows = (entry: Partial<AuditEntryView>) =>
  renderToStaticMarkup(<ChangePanel entry={{ ...ENTRY, ...entry }} />)
    .replaceAll(/<[^>]+>/g, ' ')
    .replaceAll(/\s+/g, ' ')

test('shows each written binding, and those that were only read', () => {
  const wrote = [
    { binding: 'CredentialsBinding/garden/twin-1', found: false, lines: [DIRTY] },
    { binding: 'CredentialsBinding/garden/twin-2', found: true, lines: [DIRTY] },
  ]
  expect(shows({ wrote })).toMatch(/Changes twin-1 .*dirty: .*twin-2 as found later .*dirty: /)
  expect(shows({ wrote, row: { ...ENTRY.row, outcome: 'failed' } })).toContain('Changes')
})

test('states when nothing was written', () => {
  expect(shows({})).toContain('No labels or settings changed.')
})
