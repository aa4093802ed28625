import { expect, test } from 'vitest'
import { shootKey } from '#lib/garden/inventory/shoot-table.ts'
import { createInventory } from '#lib/garden/inventory/watch-inventory.ts'
import { shootOf } from '../../test/engine/shoots.ts'
import { getChangeNotice } from './changes.ts'

/** Builds an inventory with one version per changed shoot. */
function changed(times: number) {
  const { inventory, writer } = createInventory({
    namespace: 'garden',
    kinds: ['CredentialsBinding'],
    clock: () => 0,
    schedule: () => {},
  })
  for (let n = 0; n < times; n++) {
    const shoot = shootOf(`c-${n}`)
    writer.shoots().put(shootKey(shoot), shoot)
  }
  return inventory
}

test('returns null without changes', () => {
  expect(getChangeNotice(changed(3), 3)).toBeNull()
})

test('contains all changes since a version', () => {
  expect(getChangeNotice(changed(3), 1)).toMatchObject({ version: 3, shoots: true, sources: false })
})

test.each([
  ['was forgotten', 0],
  ['is none of this inventory', 99_999],
])('requests a full read for a version that %s', (_, since) => {
  expect(getChangeNotice(changed(5_000), since)).toEqual({
    version: 5_000,
    bindings: null,
    pools: null,
    shoots: true,
    sources: true,
  })
})
