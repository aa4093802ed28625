import { expect, test } from 'vitest'
import { createDraft } from './draft.ts'
import { getDisabledReason } from './review-dialog.tsx'

const base = { allowed: [], limits: { default: 3, providers: {} }, minBindingsForGuard: 0 }
const READY = {
  edited: { version: 1, base, draft: createDraft(base) },
  changed: true,
  outdated: false,
  confirms: false,
  foreseen: { checking: false, problem: null },
  writing: false,
  reason: 'because',
}

test.each<[string | null, Partial<Parameters<typeof getDisabledReason>[0]>]>([
  [null, {}],
  ['Saving…', { writing: true }],
  ['No changes.', { changed: false }],
  [null, { changed: false, confirms: true }],
  ['Review the changes of others first.', { outdated: true }],
  [
    'The guard is not a whole number from 0 to 999,999.',
    { edited: { ...READY.edited, draft: { ...createDraft(base), guard: '-1' } } },
  ],
  ['The database is not responding.', { foreseen: { checking: false, problem: 'The database is not responding.' } }],
  ['Computing the consequences…', { foreseen: { checking: true, problem: null } }],
  ['A reason is required.', { reason: ' \n' }],
])('%s', (obstacle, part) => {
  expect(getDisabledReason({ ...READY, ...part })).toBe(obstacle)
})
