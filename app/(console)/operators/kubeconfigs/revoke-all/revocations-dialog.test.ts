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
    { name: 'a', outcome: 'done', words: 'Refused after 1.2 s', note: 'Of a.' },
    { name: 'b', outcome: 'running', words: 'Roles being taken away', note: 'Of b.' },
    { name: 'c', outcome: 'done', words: 'Nothing left to refuse', note: 'Of c.' },
    { name: 'd', outcome: 'running', words: 'Being deleted', note: 'Of d.' },
    { name: 'e', outcome: 'still', words: 'Deleted meanwhile', note: '' },
    { name: 'f', outcome: 'running', words: 'Asked for', note: '' },
    { name: 'g', outcome: 'running', words: 'Asked for', note: 'Of g.' },
    { name: 'h', outcome: 'warn', words: 'Cluster out of reach', note: 'Of h.' },
    {
      name: 'i',
      outcome: 'running',
      words: 'Roles gone, token still accepted',
      note: `${ACCESS_GONE} It is tried.`,
    },
    { name: 'j', outcome: 'warn', words: 'Secret in the way', note: `${ACCESS_GONE} Rename it.` },
  ])
})

test('leaves out requests behind the first page', () => {
  expect(listProofs(['a', 'z'], { rows: ROWS, hits: 200 }).map(({ name }) => name)).toEqual(['a'])
  expect(listProofs(['a'], null)).toEqual([])
})

test.each([
  [['a', 'c'], 'All of them have ended.'],
  [['a', 'b', 'd', 'h'], '1 of 4 revocations have ended.'],
  [['a', 'out-of-sight'], '1 of 2 revocations have ended.'],
])('of %j: %s', (names, words) => {
  expect(formatProofCount(listProofs(names, { rows: ROWS, hits: 200 }), names.length)).toBe(words)
})
