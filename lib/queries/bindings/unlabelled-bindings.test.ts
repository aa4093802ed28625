import { expect, test } from 'vitest'
import { type Binding, bindingKey } from '#lib/hap/pools/binding.ts'
import { listAttention } from '../overview.ts'
import { landscapeContext } from '../testing/landscape-context.ts'
import { findNamesakes, getBindingDetail } from './binding-detail.ts'
import { listBulkOffers } from './bulk-offers.ts'
import { planBulkAction } from './bulk-plan.ts'
import { listBindingFacts, listBindings } from './list-bindings.ts'

/** The small landscape with one more binding, of an account of its own. */
function landscapeWith(labels: Binding['labels'], more: Partial<Binding> = {}) {
  const { context, writer } = landscapeContext('small')
  const [model] = [...context.inventory.pools.values()].filter(({ binding }) => binding.providers.includes('aws'))
  if (!model) throw new Error('The landscape has no binding of aws.')
  const name = 'acct-u'
  const account = { kind: 'Secret', namespace: model.binding.namespace, name } as const
  const object = { ...model.binding, kind: 'CredentialsBinding', name, uid: name, annotations: {}, deletedAt: null }
  const binding: Binding = { ...object, kind: 'CredentialsBinding', account, labels, ...more }
  writer.bindings(binding.kind).put(bindingKey(binding), binding)
  const rowsOf = (q: string) => listBindings(context, { q, sort: '', offset: 0, limit: 10 }).rows
  return { context, name, rowsOf, detail: getBindingDetail(context, binding.kind, name) }
}

test.each<[Binding['labels'], string]>([
  [{}, 'hyperscalerType is missing; the nearest known type is aws'],
  [
    { hyperscalertype: 'aws' },
    'hyperscalerType is missing; hyperscalertype=aws looks like it; the nearest known type is aws',
  ],
])('lists a binding with the labels %j as unlabelled', (labels, problem) => {
  const { context, name, rowsOf, detail } = landscapeWith(labels)
  expect(rowsOf('problem:unlabelled')).toMatchObject([
    { name, state: 'malformed', pool: null, problems: ['unlabelled'], labelProblems: [problem] },
  ])
  expect(listAttention(listBindingFacts(context))).toContainEqual({
    severity: 'warn',
    title: 'Bindings without HAP labels',
    count: 1,
    q: 'problem:unlabelled',
  })
  expect(detail?.warnings).toMatchObject([{ code: 'unlabelled', detail: expect.stringContaining(problem) }])
  expect(detail?.repair?.command).toMatch(/^kubectl label credentialsbinding acct-u .*hyperscalerType=HYPERSCALER_TYPE/)
  expect(detail?.actions).toEqual([])
  const selected = [{ kind: 'CredentialsBinding', name }] as const
  expect(listBulkOffers(context, selected)[0]?.refusals).toEqual([{ text: 'No HAP labels.', count: 1 }])
  expect(planBulkAction(context, 'hold', selected, null).leftOut).toMatchObject([{ name, reason: 'No HAP labels.' }])
  expect(findNamesakes(context, name).map(({ kind }) => kind)).toEqual(['CredentialsBinding'])
})

test('names the nearest type of a binding in a pool that no rule selects', () => {
  const { detail } = landscapeWith({ hyperscalerType: 'awss' })
  const [mismatch, unreached] = detail?.warnings ?? []
  expect([mismatch?.code, unreached?.code]).toEqual(['provider-mismatch', 'free-unreached'])
  expect(mismatch?.detail).toMatch(/ The nearest known type is aws\.$/)
  expect(unreached?.detail).toMatch(/ The nearest known type is aws\.$/)
})

test.each([
  [{ shared: 'true', dirty: 'true' }, 'dirty', ['its cleanup job empties the account as soon as no shoot uses it']],
  [{ shared: 'true', tenantName: 'ga-1' }, 'shared', ['tenantName=ga-1: KEB and this console ignore the owner']],
  [{ internal: 'true', tenantName: 'ga-1' }, 'internal', ['its cleanup job never empties it']],
])('reports the contradictory labels %j', (labels, state, parts) => {
  const { context, name, rowsOf, detail } = landscapeWith({ hyperscalerType: 'aws', ...labels })
  expect(rowsOf('problem:contradictory')).toMatchObject([{ name, state }])
  expect(rowsOf('problem:contradictory')[0]?.problems).toContain('contradictory labels')
  expect(listAttention(listBindingFacts(context))).toContainEqual(
    expect.objectContaining({ title: 'Contradictory labels', count: 1, q: 'problem:contradictory' }),
  )
  const [warning] = detail?.warnings ?? []
  expect(warning).toMatchObject({ code: 'contradictory', title: 'Its labels contradict each other.' })
  for (const part of parts) expect(warning?.detail).toContain(part)
})

test('says which label KEB reads when the vocabularies disagree', () => {
  const { detail } = landscapeWith({ hyperscalerType: 'aws', 'hyperscaler-type': 'gcp' })
  expect(detail?.warnings.find(({ code }) => code === 'malformed')?.detail).toBe(
    'hyperscalerType=aws but hyperscaler-type=gcp. KEB and its cleanup job read hyperscalerType only.',
  )
})

test.each([
  [
    'tenantname',
    'free',
    'looks like tenantName, but neither KEB nor this console reads it, so the account has no owner',
  ],
  [
    'tenant-name',
    'claimed',
    'KEB and its cleanup job read only tenantName, which is missing, so the account has no owner',
  ],
])('reports a binding with %s instead of tenantName', (key, state, part) => {
  const { context, name, rowsOf, detail } = landscapeWith({ hyperscalerType: 'aws', [key]: 'ga-1' })
  expect(rowsOf('problem:misspelled')).toMatchObject([{ name, state }])
  expect(rowsOf('problem:misspelled')[0]?.problems).toContain('misspelled labels')
  expect(listAttention(listBindingFacts(context))).toContainEqual(
    expect.objectContaining({ title: 'Misspelled labels', count: 1, q: 'problem:misspelled' }),
  )
  const warning = detail?.warnings.find(({ code }) => code === 'misspelled')
  expect(warning?.detail).toContain(part)
})
