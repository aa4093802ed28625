import { expect, test } from 'vitest'
import type { AuditedChange } from './binding-write.ts'
import { describeChange } from './change-text.ts'
import { entryChange, listRequest } from './entry-change.ts'

const TARGETS = ['Approval/b604', 'CredentialsBinding/garden/aws-1']
const PROPOSED = { action: 'mark-dirty', bindings: 1, danger: 'May be deleted.', expiresAt: '2026-11-27T06:07:01.892Z' }
const FOUND = { action: 'release', bindings: 1_200, proposer: 'Omar' }

test.each<[string, Partial<AuditedChange>, string, readonly (readonly [string, string])[]]>([
  [
    'made',
    { wanted: PROPOSED },
    'Mark dirty, 1 binding, expires 2026-11-27 06:07:01 UTC',
    [
      ['Action', 'Mark dirty'],
      ['Of', '1 binding'],
      ['Danger', 'May be deleted.'],
      ['Expires', '2026-11-27 06:07:01 UTC'],
    ],
  ],
  [
    'approved',
    { before: FOUND, wanted: { status: 'approved' } },
    'Release, 1,200 bindings, proposed by Omar',
    [
      ['Action', 'Release'],
      ['Of', '1,200 bindings'],
      ['Proposed by', 'Omar'],
    ],
  ],
])('describes a proposal that was %s', (_, part, words, facts) => {
  const entry = { targets: TARGETS, outcome: 'accepted', before: null, wanted: null, result: null, ...part } as const
  expect(describeChange({ ...entry, at: '2026-11-26T06:07:01Z' })).toBe(words)
  expect(entryChange(entry)).toEqual([])
  expect(listRequest(entry)).toEqual(facts)
})
