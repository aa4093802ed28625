import type { Inventory } from '#lib/garden/inventory/inventory.ts'
import type { InventoryWriter } from '#lib/garden/inventory/inventory-writer.ts'
import { shootKey } from '#lib/garden/inventory/shoot-table.ts'
import { bindingKey } from '#lib/hap/pools/binding.ts'
import type { Shoot } from '#lib/hap/pools/shoot.ts'
import { pick, randomNumbers } from '../../test/engine/random.ts'

const SHOOTS = 20
const BINDINGS = 5

/**
 * Changes between two reads of a large landscape: clusters are created, progress and are deleted; accounts are claimed
 * and released.
 */
export function churn(inventory: Inventory, writer: InventoryWriter): () => void {
  const random = randomNumbers(11)
  const shoots = [...inventory.shoots()]
  const bindings = Array.from(inventory.pools.values(), ({ binding }) => binding)
  let changes = 0
  return () => {
    for (let i = 0; i < SHOOTS; i++) changeShoot(one(random, shoots))
    for (let i = 0; i < BINDINGS; i++) {
      const before = one(random, bindings)
      const added = pick<Record<string, string>>(random, [{}, { dirty: 'true' }, { tenantName: `ga-${changes}` }])
      const binding = { ...before, labels: { ...before.labels, ...added }, resourceVersion: `changed ${++changes}` }
      writer.bindings(binding.kind).put(bindingKey(binding), binding)
    }
  }

  function changeShoot(shoot: Shoot): void {
    const key = shootKey(shoot)
    if (inventory.shoot(key) !== null && random() < 0.2) {
      writer.shoots().remove(key)
      return
    }
    const lastOperation = { type: 'Reconcile', state: 'Processing', progress: ++changes, at: shoot.createdAt }
    const errorCodes = random() < 0.1 ? ['ERR_INFRA_QUOTA_EXCEEDED'] : []
    writer.shoots().put(key, { ...shoot, lastOperation, errorCodes })
  }
}

function one<Item>(random: () => number, items: readonly Item[]): Item {
  const item = items[Math.floor(random() * items.length)]
  if (item === undefined) throw new Error('the landscape of the benchmark is empty')
  return item
}
