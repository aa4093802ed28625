import { expect, test } from 'vitest'
import { bindingOf } from '../../../test/engine/bindings.ts'
import { applyChange } from './change.ts'
import { holdChange, unholdChange } from './hold.ts'

const AT = Date.parse('2026-05-01T12:34:56Z')

/** Labels at the end of a hold during which another client changed them. */
function after(labels: Record<string, string>, meddle: (labels: Record<string, string>) => void) {
  const binding = bindingOf('a', labels)
  const onHold = applyChange(binding, holdChange(binding, { reason: 'r', until: null }, AT))
  const changed = { ...onHold.labels }
  meddle(changed)
  const odd = { ...onHold, labels: changed }
  return applyChange(odd, unholdChange(odd, AT)).labels
}

const AWS = { hyperscalerType: 'aws' }
const nothing = () => {}
const withoutFlags = (labels: Record<string, string>) => {
  delete labels.dirty
  delete labels.internal
}

test.each([
  ['a free account', AWS, nothing, AWS],
  ['a dirty one', { ...AWS, dirty: 'true' }, nothing, { ...AWS, dirty: 'true' }],
  ['a shared one', { ...AWS, shared: 'true' }, nothing, { ...AWS, shared: 'true' }],
  ['a dirty one that was unmarked', { ...AWS, dirty: 'true' }, withoutFlags, { ...AWS, dirty: 'true' }],
  ['a clean one that was unmarked', AWS, withoutFlags, AWS],
  [
    'a dirty one that was assigned to another tenant',
    { ...AWS, dirty: 'true' },
    (labels: Record<string, string>) => {
      withoutFlags(labels)
      labels.tenantName = 'ga-1'
    },
    { ...AWS, tenantName: 'ga-1' },
  ],
])('the end of a hold restores %s', (_, labels, meddle, expected) => {
  expect(after(labels, meddle)).toEqual(expected)
})
