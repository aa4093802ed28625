import { expect, test } from 'vitest'
import { shootKey } from '#lib/garden/inventory/shoot-table.ts'
import { bindingKey } from '#lib/hap/pools/binding.ts'
import { randomNumbers } from '../../../test/engine/random.ts'
import { claimFor } from '../testing/claims-of.ts'
import { landscapeContext } from '../testing/landscape-context.ts'
import { knownClusters } from './cluster-register.ts'
import { ClusterTable } from './cluster-table.ts'
import { shootRow } from './shoot-row.ts'

test('what is read after changes is what a new table reads', () => {
  const { context, writer } = landscapeContext('small')
  const { inventory } = context
  const random = randomNumbers(5)
  const shoots = [...inventory.shoots()]
  const bindings = [...inventory.bindings()]
  const [first] = shoots
  if (!first) throw new Error('The landscape has no shoot.')
  const claims = shoots.filter((_, n) => n % 3 > 0).map(shoot => claimFor(shoot, context))
  const twice = { ...claimFor(first, context), id: 'by-its-runtime-id', cluster: first.runtimeId }
  const unnamed = { ...claimFor(first, context), id: 'unnamed', cluster: null }
  const known = knownClusters([...claims, twice, unnamed])
  const table = new ClusterTable(inventory, context.plans)
  table.read(known)
  for (let turn = 0; turn < 300; turn++) {
    for (let n = 0; n < 4; n++) {
      const shoot = shoots[Math.floor(random() * shoots.length)] ?? first
      if (random() < 0.4) writer.shoots().remove(shootKey(shoot))
      else writer.shoots().put(shootKey(shoot), { ...shoot, region: `turn-${turn}` })
    }
    const binding = bindings[Math.floor(random() * bindings.length)]
    if (!binding) throw new Error('The landscape has no binding.')
    const labels = { ...binding.labels, hyperscalerType: `type-${turn}` }
    if (random() < 0.3) writer.bindings(binding.kind).remove(bindingKey(binding))
    else writer.bindings(binding.kind).put(bindingKey(binding), { ...binding, labels, resourceVersion: `${turn}` })
    expect(table.read(known).map(shootRow), `turn ${turn}`).toEqual(
      new ClusterTable(inventory, context.plans).read(known).map(shootRow),
    )
  }
})
