import { expect, test } from 'vitest'
import { accountKey } from '#lib/hap/pools/binding.ts'
import { landscapeContext } from '../testing/landscape-context.ts'
import { findGlobalAccounts } from './request-options.ts'
import { listRequestHints, simulate } from './simulate.ts'

const { context } = landscapeContext('small')
const [globalAccount = ''] = context.inventory.globalAccounts()
const request = { plan: 'aws', provider: 'aws', platformRegion: '', hyperscalerRegion: '', globalAccount }

test('known values cause no hint', () => {
  const [shoot] = [...context.inventory.shoots()].filter(({ provider }) => provider === 'aws')
  expect(listRequestHints(context, { ...request, hyperscalerRegion: shoot?.region ?? '' })).toEqual([])
})

test.each([
  [{ platformRegion: 'cf-xx99' }, 'No rule or pool uses platform region cf-xx99.'],
  [{ hyperscalerRegion: 'mars-1' }, 'No shoot on aws and no rule of plan aws uses hyperscaler region mars-1.'],
  [{ globalAccount: 'nobody' }, 'New global account: no bindings or shoots yet.'],
])('%j causes the hint: %s', (change, hint) => {
  expect(listRequestHints(context, { ...request, ...change })).toEqual([hint])
})

test.each(['__proto__', 'constructor', 'toString'])('provider %s is unknown', provider => {
  expect(listRequestHints(context, { ...request, provider, hyperscalerRegion: 'eu-1' })).toEqual([
    `No shoot on ${provider} and no rule of plan aws uses hyperscaler region eu-1.`,
  ])
})

test('a region that differs in case from one of another plan causes a hint with the known region', () => {
  const rule = context.rules.ruleset.rules.find(one => one.plan !== 'aws' && one.platformRegion !== null)
  const region = rule?.platformRegion ?? ''
  const asked = { ...request, platformRegion: region.toUpperCase() }
  const { warnings } = simulate(context, asked)
  const hints = listRequestHints(context, asked)
  expect([warnings, hints]).toEqual([
    [],
    [`No rule or pool uses platform region ${region.toUpperCase()}. Did you mean ${region}?`],
  ])
  expect(simulate(context, asked).hints).toEqual(hints)
})

test('a platform region that differs from a rule in case only causes a warning instead of a hint', () => {
  const { ruleset } = context.rules
  const known = ruleset.rules.find(
    rule => rule.plan === 'aws' && rule.platformRegion !== null && !rule.hyperscalerRegion,
  )
  const region = known?.platformRegion ?? ''
  const { warnings, hints } = simulate(context, { ...request, platformRegion: region.toUpperCase() })
  expect(warnings).toEqual([
    `Region ${region.toUpperCase()} differs from ${region} in case only, so the rules for ${region} do not match.`,
  ])
  expect(hints).toEqual([])
})

test('two bindings of one account are two candidates, and one account of the global account', () => {
  const shared = [...context.inventory.pools.values()].find(({ binding, labels }) => {
    const bindings = context.inventory.bindingsOfAccount(accountKey(binding.account))
    const isAws = labels.hyperscalerType === 'aws' && labels.euAccess === null && labels.dirty === null
    return isAws && bindings.length > 1 && bindings.every(each => each.labels.tenantName === labels.tenantName)
  })
  const owner = shared?.labels.tenantName ?? ''
  const [reuse] = simulate(context, { ...request, globalAccount: owner }).decision.steps
  expect(reuse).toMatchObject({ purpose: 'reuse', selected: 2, accounts: 1 })
  expect(findGlobalAccounts(context, owner, 1)).toMatchObject([{ bindings: 5, accounts: 4 }])
})
