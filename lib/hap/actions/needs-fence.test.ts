import { expect, test } from 'vitest'
import { bindingOf } from '../../../test/engine/bindings.ts'
import { unheld, unheldDirty } from '../lifecycle/hold.ts'
import { ANNOTATIONS } from '../pools/annotations.ts'
import type { Action } from './action.ts'
import { needsEmptyAccount } from './needs-fence.ts'

const aws = { hyperscalerType: 'aws' }
const held = bindingOf(
  'a',
  { ...aws, dirty: 'held', internal: 'true' },
  { annotations: { [ANNOTATIONS.heldFlags]: '' } },
)
const backToFree = unheld(held, 0)
const backToDirty = unheldDirty(held, 0)

test.each<[string, Action, typeof backToFree, boolean, boolean]>([
  ['the end of a hold that frees an empty account', 'unhold', backToFree, false, true],
  ['the end of a hold that gives back what was in use before', 'unhold', backToFree, true, false],
  ['the end of a hold that leads to cleaning', 'unhold', backToDirty, true, true],
  ['a repair that frees', 'repair', backToFree, true, true],
  ['a confirmation that it is clean', 'confirm-clean', backToFree, true, true],
])('%s', (_, action, change, isUsed, expected) => {
  expect(needsEmptyAccount(action, held, change, isUsed)).toBe(expected)
})
