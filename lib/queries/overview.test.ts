import { expect, test } from 'vitest'
import { bindingKey } from '#lib/hap/pools/binding.ts'
import { getBindingDetail } from './bindings/binding-detail.ts'
import { countBindings, listBindingFacts, listBindings } from './bindings/list-bindings.ts'
import { listAttention } from './overview.ts'
import { landscapeContext } from './testing/landscape-context.ts'

const { context, writer } = landscapeContext('small')

test('each warning counts the bindings of its search, and each of these bindings shows the warning', () => {
  const [used] = listBindings(context, { q: 'state:claimed shoots:>0', sort: '', offset: 0, limit: 1 }).rows
  const pooled = used && context.inventory.pools.get({ ...used, namespace: context.inventory.namespace })
  if (!pooled) throw new Error('The landscape has no used account.')
  const { binding } = pooled
  const labels = { ...binding.labels, dirty: 'true' }
  writer.bindings(binding.kind).put(bindingKey(binding), { ...binding, resourceVersion: 'changed', labels })

  const entries = listAttention(listBindingFacts(context))
  expect(entries.map(({ title }) => title)).toContain('Released but still in use')
  for (const { q, count, severity } of entries) {
    expect(countBindings(context, q), q).toBe(count)
    const code = q.replace('problem:', '')
    for (const { kind, name } of listBindings(context, { q, sort: '', offset: 0, limit: 5 }).rows) {
      expect(getBindingDetail(context, kind, name)?.warnings).toContainEqual(
        expect.objectContaining({ code, severity }),
      )
    }
  }
})
