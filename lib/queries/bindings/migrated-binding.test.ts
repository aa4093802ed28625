import { expect, test } from 'vitest'
import { bindingKey } from '#lib/hap/pools/binding.ts'
import { listAttention } from '../overview.ts'
import { landscapeContext } from '../testing/landscape-context.ts'
import { getBindingDetail } from './binding-detail.ts'
import { listBindingFacts, listBindings } from './list-bindings.ts'

const { context, writer } = landscapeContext('demo')

/** Gardener moves the clusters of a claimed SecretBinding whose account has no other binding. */
function migrate() {
  const { inventory } = context
  const [old] = [...inventory.pools.values()].filter(
    ({ binding, labels }) =>
      binding.kind === 'SecretBinding' &&
      labels.tenantName !== null &&
      labels.dirty === null &&
      inventory.bindingsOfAccount(`Secret/${binding.account.namespace}/${binding.account.name}`).length === 1,
  )
  if (!old) throw new Error('The landscape has no such SecretBinding.')
  const name = `force-migrated-${old.binding.name}`
  const labels = { 'credentialsbinding.gardener.cloud/status': 'force-migrated' }
  const binding = { ...old.binding, kind: 'CredentialsBinding', name, uid: name, labels, annotations: {} } as const
  writer.bindings('CredentialsBinding').put(bindingKey(binding), binding)
  return { old, name }
}

test('lists a binding that Gardener migrated without labels, with the labels to set', () => {
  const { old, name } = migrate()
  const { tenantName, hyperscalerType } = old.labels
  const found = listBindings(context, { q: 'problem:migrated', sort: '', offset: 0, limit: 10 }).rows
  expect(found.map(row => [row.kind, row.name])).toEqual([
    ['CredentialsBinding', name],
    ['SecretBinding', old.binding.name],
  ])
  expect(listAttention(listBindingFacts(context))).toContainEqual(
    expect.objectContaining({ title: 'Migrated without labels', count: 2, q: 'problem:migrated' }),
  )
  const detail = getBindingDetail(context, 'CredentialsBinding', name)
  expect(detail?.warnings[0]).toMatchObject({ code: 'migrated', title: 'Migrated without labels.' })
  expect(detail?.warnings[0]?.detail).toContain(`from SecretBinding ${old.binding.name} to this binding`)
  expect(detail?.repair?.command).toContain(`kubectl label credentialsbinding ${name} `)
  expect(detail?.repair?.command).toContain(`hyperscalerType=${hyperscalerType}`)
  expect(detail?.repair?.command).toContain(`tenantName=${tenantName}`)
  expect(detail?.warnings.map(({ code }) => code)).not.toContain('malformed')
  expect(detail?.actions).toEqual([])
  const before = getBindingDetail(context, 'SecretBinding', old.binding.name)
  expect(before?.warnings[0]?.detail).toContain(`to CredentialsBinding ${name}, which carries none of its labels`)
})
