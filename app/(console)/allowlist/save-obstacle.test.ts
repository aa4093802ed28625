import { expect, test } from 'vitest'
import { draftOf } from './draft.ts'
import { saveObstacle } from './save-obstacle.ts'

const base = { allowed: [], limits: { default: 3, providers: {} }, minBindingsForGuard: 0 }
const READY = {
  edited: { version: 1, base, draft: draftOf(base) },
  changed: true,
  outdated: false,
  foreseen: { checking: false, problem: null },
  writing: false,
  reason: 'because',
}

test.each<[string | null, Partial<Parameters<typeof saveObstacle>[0]>]>([
  [null, {}],
  ['It is being saved.', { writing: true }],
  ['Nothing is changed.', { changed: false }],
  ['Look at what others changed first.', { outdated: true }],
  [
    'The guard is not a whole number from 0 to 999,999.',
    { edited: { ...READY.edited, draft: { ...draftOf(base), guard: '-1' } } },
  ],
  ['The database does not answer.', { foreseen: { checking: false, problem: 'The database does not answer.' } }],
  ['The consequences are being computed.', { foreseen: { checking: true, problem: null } }],
  ['Say why first.', { reason: ' \n' }],
])('%s', (obstacle, part) => {
  expect(saveObstacle({ ...READY, ...part })).toBe(obstacle)
})
