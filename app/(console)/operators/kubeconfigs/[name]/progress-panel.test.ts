import { expect, test } from 'vitest'
import { buildProgress } from './progress-panel.tsx'

type Sight = Parameters<typeof buildProgress>[0]

const sight = (row: Partial<Sight['row']>, conditions: readonly string[] = []): Sight => ({
  row: { state: 'issued', message: 'So it is.', refusedAfterSeconds: null, ...row },
  conditions: conditions.map(type => ({
    type,
    status: 'False',
    reason: 'Revoking',
    message: '',
    since: '2026-11-23T12:00:00Z',
    observedGeneration: 1,
  })),
})

const stepsOf = (given: Sight) => buildProgress(given)?.steps.map(({ words, stage }) => `${stage}: ${words}`) ?? null

test.each<[string, Sight, readonly string[] | null]>([
  ['nothing was requested', sight({}), null],
  ['a rotation', sight({ state: 'rotating' }), ['done: Rotation requested', 'running: New kubeconfig issued']],
  [
    'a revocation before its reconciliation',
    sight({ state: 'revoking' }),
    ['done: Revocation requested', 'running: Access removed', 'next: Old token rejected'],
  ],
  [
    'a running revocation',
    sight({ state: 'revoking' }, ['Ready', 'Revoked']),
    ['done: Revocation requested', 'done: Operator revoking access', 'running: Old token rejected'],
  ],
  [
    'a revocation with its proof',
    sight({ state: 'revoked', refusedAfterSeconds: 1.2 }, ['Revoked']),
    ['done: Revocation requested', 'done: Access removed', 'done: Rejected after 1.2 s'],
  ],
  [
    'a revocation of nothing',
    sight({ state: 'revoked' }, ['Revoked']),
    ['done: Revocation requested', 'done: Access removed', 'done: No token to reject'],
  ],
])('%s', (_, given, steps) => {
  expect(stepsOf(given)).toEqual(steps)
})
