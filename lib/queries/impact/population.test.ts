import { expect, test } from 'vitest'
import { shootKey } from '#lib/garden/inventory/shoot-table.ts'
import { bindingKey } from '#lib/hap/pools/binding.ts'
import { knownClusters } from '../cluster-register.ts'
import type { PlanSource } from '../shoots/plan-source.ts'
import { claimFor, landscapeContext } from '../testing/landscape-context.ts'
import { clusterPopulation } from './population.ts'

/** An import disables the cache. */
const NOTHING: PlanSource = { origin: 'import', of: () => null }

test('cached entries follow shoots, bindings, claims and plan sources', () => {
  const { context, writer } = landscapeContext('small')
  const source = { plan: 'aws', changes: 0 }
  const kim: PlanSource = {
    origin: 'kim',
    get changes() {
      return source.changes
    },
    of: () => ({ plan: source.plan, platformRegion: null }),
  }
  const asked = { ...context, plans: [kim] }
  let known = knownClusters([])
  const now = () => clusterPopulation(asked, known, null)
  const isUpToDate = () => expect(now()).toEqual(clusterPopulation(asked, known, NOTHING))
  const first = now()
  expect(first.length).toBeGreaterThan(50)
  isUpToDate()
  expect(now().every((entry, place) => entry === first[place])).toBe(true)

  source.plan = 'gcp'
  source.changes++
  expect(new Set(now().map(({ asked: { plan } }) => plan))).toEqual(new Set(['gcp']))
  isUpToDate()

  const shoots = [...context.inventory.shoots()]
  const [shoot, other, third] = shoots
  if (!shoot || !other || !third) throw new Error('The landscape has too few shoots.')
  writer.shoots().put(shootKey(shoot), { ...shoot, globalAccount: 'another' })
  writer.shoots().remove(shootKey(other))
  isUpToDate()
  expect(now()).toHaveLength(first.length - 1)
  expect(now().filter(entry => first.includes(entry))).toEqual([])

  for (const { binding } of [...context.inventory.pools.values()].slice(0, 20))
    writer.bindings(binding.kind).put(bindingKey(binding), {
      ...binding,
      labels: { ...binding.labels, hyperscalerType: 'elsewhere' },
      resourceVersion: 'changed',
    })
  isUpToDate()
  expect(now().some(entry => entry.now?.hyperscalerType === 'elsewhere')).toBe(true)

  known = knownClusters([claimFor(third, context), { ...claimFor(other, context), cluster: 'not-seen-yet' }])
  isUpToDate()
  expect(now().some(({ cluster }) => cluster === 'not-seen-yet')).toBe(true)
})
