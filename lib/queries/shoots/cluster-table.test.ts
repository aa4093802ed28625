import { expect, test } from 'vitest'
import { shootKey } from '#lib/garden/inventory/shoot-table.ts'
import { bindingKey } from '#lib/hap/pools/binding.ts'
import { randomNumbers } from '../../../test/engine/random.ts'
import { knownClusters } from '../cluster-register.ts'
import { selectItems } from '../lists/list-window.ts'
import { claimFor, landscapeContext } from '../testing/landscape-context.ts'
import { ClusterTable } from './cluster-table.ts'
import { OCCURRING } from './occurring-texts.ts'
import type { PlanSource } from './plan-source.ts'
import { SHOOT_LIST } from './shoot-list.ts'

test('a read after changes equals a full read', () => {
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
      else {
        const errorCodes = [`ERR_OF_TURN_${turn % 7}`, 'ERR_OF_ALL']
        writer.shoots().put(shootKey(shoot), { ...shoot, region: `turn-${turn}`, errorCodes })
      }
    }
    const binding = bindings[Math.floor(random() * bindings.length)]
    if (!binding) throw new Error('The landscape has no binding.')
    const labels = { ...binding.labels, hyperscalerType: `type-${turn}` }
    if (random() < 0.3) writer.bindings(binding.kind).remove(bindingKey(binding))
    else writer.bindings(binding.kind).put(bindingKey(binding), { ...binding, labels, resourceVersion: `${turn}` })
    const fresh = new ClusterTable(inventory, context.plans)
    expect(table.read(known).map(SHOOT_LIST.toRow), `turn ${turn}`).toEqual(fresh.read(known).map(SHOOT_LIST.toRow))
    expect(occurringIn(table), `turn ${turn}`).toEqual(occurringIn(fresh))
    const all = table.read(known)
    expect(selectItems(all, { q: '', sort: SHOOT_LIST.itemOrder ?? '' }, SHOOT_LIST).found, `turn ${turn}`).toEqual(all)
  }
})

test('a plan that a source learns and forgets appears and disappears among the examples', () => {
  const { context } = landscapeContext('small')
  const facts = { changes: 0, plan: 'first' }
  const source: PlanSource = {
    origin: 'kim',
    get changes() {
      return facts.changes
    },
    of: () => ({ plan: facts.plan, platformRegion: null }),
  }
  const plans = [source]
  const table = new ClusterTable(context.inventory, plans)
  table.read(null)
  expect([...table.occurring.of('plan')]).toEqual(['first'])
  Object.assign(facts, { changes: 1, plan: 'second' })
  table.read(null)
  expect([...table.occurring.of('plan')]).toEqual(['second'])
})

test('an operation without state only contributes its type', () => {
  const { context, writer } = landscapeContext('small')
  const { inventory } = context
  const [shoot] = inventory.shoots()
  if (!shoot) throw new Error('The landscape has no shoot.')
  const table = new ClusterTable(inventory, [])
  table.read(null)
  const lastOperation = { type: 'Restore', state: '', progress: 0, at: '2026-11-27T12:00:00Z' }
  writer.shoots().put(shootKey(shoot), { ...shoot, lastOperation, region: '' })
  table.read(null)
  for (const field of OCCURRING) expect([...table.occurring.of(field)]).not.toContain('')
  expect([...table.occurring.of('operation')]).toContain('Restore')
})

function occurringIn({ occurring }: ClusterTable) {
  return OCCURRING.map(field => [field, [...occurring.of(field)].sort()])
}
