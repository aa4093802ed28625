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
  expect(getChangeNotice(changed(3), 3, 3)).toBeNull()
  expect(getChangeNotice(changed(3), 2, 2)).toBeNull()
})

test('leaves later changes for the next notice', () => {
  const inventory = changed(3)
  expect(getChangeNotice(inventory, 1, 2)).toMatchObject({ version: 2, shoots: true, sources: false })
  expect(getChangeNotice(inventory, 2, 3)).toMatchObject({ version: 3, shoots: true })
})

test.each([
  ['was forgotten', 0],
  ['is none of this inventory', 99_999],
])('requests a full read for a version that %s', (_, since) => {
  expect(getChangeNotice(changed(5_000), since, 4_990)).toEqual({
    version: 4_990,
    bindings: null,
    pools: null,
    shoots: true,
    sources: true,
  })
})
