import { expect, test } from 'vitest'
import type { PlanSource } from '../shoots/plan-source.ts'
import { landscapeContext } from '../testing/landscape-context.ts'
import { listKnownRegions } from './request-options.ts'

test('lists platform regions of rules, pools, labelled shoots and plan sources', () => {
  const { context, writer } = landscapeContext('small')
  const before = listKnownRegions(context).platform
  expect(before).toEqual(expect.arrayContaining(['cf-ch20', 'cf-eu11', 'cf-sa30']))
  const [shoot] = context.inventory.shoots()
  if (!shoot) throw new Error('The landscape has no shoot.')
  const labelled = { plan: null, platformRegion: 'cf-of-a-label' }
  writer.shoots().put(`${shoot.namespace}/${shoot.name}`, { ...shoot, labelled })
  const kim: PlanSource = { origin: 'kim', of: () => null, platformRegions: () => ['cf-eu11', 'cf-of-kim'] }
  const plans = [...context.plans, kim]
  expect(listKnownRegions({ ...context, plans }).platform).toEqual([...before, 'cf-of-a-label', 'cf-of-kim'].sort())
})
