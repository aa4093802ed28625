import { expect, test } from 'vitest'
import { ACCESS_GONE } from '#lib/operators/api/kubeconfig-request.ts'
import type { KubeconfigState } from '#lib/queries/operators/kubeconfig-state.ts'
import { formatProofCount, listProofs } from './revocations-dialog.tsx'

const row = (
  name: string,
  state: KubeconfigState,
  seconds: number | null = null,
  reason = 'Revoking',
  message = `Of ${name}.`,
) => ({
  name,
  state,
  reason,
  message,
  refusedAfterSeconds: seconds,
})
const ROWS = [
  row('a', 'revoked', 1.2),
  row('b', 'revoking'),
  row('c', 'revoked'),
  row('d', 'deleting'),
  row('f', 'issued'),
  row('g', 'revoking', null, 'Issued'),
  row('h', 'revoking', null, 'ClusterUnreachable'),
  row('j', 'revoking', null, 'SecretForeign', `${ACCESS_GONE} Rename it.`),
  row('i', 'revoking', null, 'Revoking', `${ACCESS_GONE} It is tried.`),
]

test('lists the proof of each ended revocation and the stage of the others', () => {
  expect(listProofs(['d', 'b', 'f', 'h', 'a', 'c', 'e', 'g', 'i', 'j'], { rows: ROWS, hits: ROWS.length })).toEqual([
    { name: 'a', outcome: 'done', words: 'Rejected after 1.2 s', note: 'Of a.' },
    { name: 'b', outcome: 'running', words: 'Deleting roles', note: 'Of b.' },
    { name: 'c', outcome: 'done', words: 'No token to reject', note: 'Of c.' },
    { name: 'd', outcome: 'running', words: 'Being deleted', note: 'Of d.' },
    { name: 'e', outcome: 'still', words: 'Deleted since', note: '' },
    { name: 'f', outcome: 'running', words: 'Requested', note: '' },
    { name: 'g', outcome: 'running', words: 'Requested', note: 'Of g.' },
    { name: 'h', outcome: 'warn', words: 'Cluster unreachable', note: 'Of h.' },
    {
      name: 'i',
      outcome: 'running',
      words: 'Roles deleted, token still accepted',
      note: `${ACCESS_GONE} It is tried.`,
    },
    { name: 'j', outcome: 'warn', words: 'Secret name conflict', note: `${ACCESS_GONE} Rename it.` },
  ])
})

test('leaves out requests behind the first page', () => {
  expect(listProofs(['a', 'z'], { rows: ROWS, hits: 200 }).map(({ name }) => name)).toEqual(['a'])
  expect(listProofs(['a'], null)).toEqual([])
})

test.each([
  [['a', 'c'], 'All revocations are complete.'],
  [['a', 'b', 'd', 'h'], '1 of 4 revocations complete.'],
  [['a', 'out-of-sight'], '1 of 2 revocations complete.'],
])('of %j: %s', (names, words) => {
  expect(formatProofCount(listProofs(names, { rows: ROWS, hits: 200 }), names.length)).toBe(words)
})
