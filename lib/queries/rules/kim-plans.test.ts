import { expect, test } from 'vitest'
import { RuntimeTable } from '#lib/garden/inventory/runtime-table.ts'
import { kimPlans } from './kim-plans.ts'
import type { AskedCluster } from './plan-source.ts'

const runtimes = new RuntimeTable()
runtimes.sink('Runtime').put('r-1', {
  runtimeId: 'r-1',
  shootName: 'c-1',
  facts: { plan: 'aws', platformRegion: 'cf-eu11' },
})
const { of } = kimPlans(runtimes)

const shoot = (name: string, runtimeId: string | null): AskedCluster => ({ shoot: { name, runtimeId }, claim: null })
const claim = (cluster: string | null): AskedCluster => ({ shoot: null, claim: { id: '1', cluster, plan: null } })

test.each<[string, AskedCluster, string | null]>([
  ['a shoot by its runtime id', shoot('c-1', 'r-1'), 'aws'],
  ['a shoot by its runtime id, whatever its name', shoot('c-9', 'r-1'), 'aws'],
  ['no shoot by a name that another runtime had', shoot('c-1', 'r-2'), null],
  ['a shoot without a runtime id by its name', shoot('c-1', null), 'aws'],
  ['no other shoot', shoot('c-2', null), null],
  ['a claim by the runtime id it names', claim('r-1'), 'aws'],
  ['a claim by the shoot it names', claim('c-1'), 'aws'],
  ['no claim that names another', claim('c-2'), null],
  ['no claim that names none', claim(null), null],
  ['nothing without either', { shoot: null, claim: null }, null],
])('knows %s', (_case, cluster, plan) => {
  expect(of(cluster)?.plan ?? null).toBe(plan)
})
