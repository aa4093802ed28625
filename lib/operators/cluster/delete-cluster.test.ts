import { expect, test } from 'vitest'
import { DELETION_CONFIRMATION } from './current-cluster.ts'
import { type DeletionStep, nextDeletionStep } from './delete-cluster.ts'

const plain = { metadata: {} }
const confirmed = { metadata: { annotations: { [DELETION_CONFIRMATION]: 'true' } } }
const going = { metadata: { ...confirmed.metadata, deletionTimestamp: '2026-11-23T10:00:00Z' } }
const goingUnconfirmed = { metadata: { deletionTimestamp: '2026-11-23T10:00:00Z' } }

test.each([
  ['a shoot', plain, 'there', 'confirm'],
  ['a confirmed shoot', confirmed, 'there', 'delete'],
  ['a shoot that goes', going, 'there', 'wait-shoot'],
  ['a shoot that goes and is not confirmed any more', goingUnconfirmed, 'there', 'confirm'],
  ['no shoot', null, 'there', 'release'],
  ['no shoot, and an account that is being released', null, 'deleting', 'wait-release'],
  ['nothing', null, 'none', 'done'],
  ['a shoot with a deleted request', going, 'none', 'wait-shoot'],
] as const)('with %s', (_, shoot, subscription, step) => {
  expect(nextDeletionStep({ shoot, subscription, onItsWay: false })).toBe(step)
  // Deletes existing objects immediately and waits for missing ones.
  expect(nextDeletionStep({ shoot, subscription, onItsWay: true })).toBe(shoot === null ? 'wait-late' : step)
})

test('releases the account only after the shoot is deleted, and completes', () => {
  let shoot: typeof plain | null = plain
  let subscription: 'there' | 'deleting' | 'none' = 'there'
  const steps: DeletionStep[] = []
  for (;;) {
    const step = nextDeletionStep({ shoot, subscription, onItsWay: false })
    steps.push(step)
    if (step === 'done') break
    if (step === 'confirm') shoot = confirmed
    else if (step === 'delete') shoot = going
    else if (step === 'wait-shoot') shoot = null
    else if (step === 'release') subscription = 'deleting'
    else subscription = 'none'
  }
  expect(steps).toEqual(['confirm', 'delete', 'wait-shoot', 'release', 'wait-release', 'done'])
})
