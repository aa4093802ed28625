import { expect, test } from 'vitest'
import { bindingKey } from '#lib/hap/pools/binding.ts'
import { landscapeContext } from '../testing/landscape-context.ts'
import { getBindingDetail } from './binding-detail.ts'
import { describeRepair } from './binding-repair.ts'
import { listBindings } from './list-bindings.ts'

const { context, writer } = landscapeContext('small')

/** The first binding of a search, with other labels. */
function relabelled(q: string, change: (labels: Readonly<Record<string, string>>) => Record<string, string>) {
  const [row] = listBindings(context, { q, sort: '', offset: 0, limit: 1 }).rows
  const pooled = row && context.inventory.pools.get({ ...row, namespace: context.inventory.namespace })
  if (!pooled) throw new Error(`Nothing is found by ${q}.`)
  const { binding } = pooled
  const labels = change(binding.labels)
  writer.bindings(binding.kind).put(bindingKey(binding), { ...binding, resourceVersion: `changed by ${q}`, labels })
  return getBindingDetail(context, binding.kind, binding.name)
}

const codes = (detail: ReturnType<typeof relabelled>) => detail?.warnings.map(({ code }) => code)

test('a malformed value that KEB accepts is dangerous, because its selector finds the binding', () => {
  const detail = relabelled('usable pool:aws', labels => ({ ...labels, shared: 'no' }))
  expect(codes(detail)).toEqual(['malformed-found', 'malformed'])
  expect(detail?.warnings[0]?.detail).toContain('can give it to a new global account')
  expect(detail?.warnings[1]?.detail).toBe('shared=no, only true or no label is legal.')
  expect(detail?.repair?.command).toMatch(/^kubectl label \w+ \S+ -n \S+ --overwrite .*shared-/)
  expect(detail?.repair?.words).toContain('It becomes dirty')
})

test('a value that no selector matches hides the account; the repair returns it to its tenant', () => {
  const detail = relabelled('state:claimed pool:aws shoots:>0', labels => ({ ...labels, dirty: 'false' }))
  expect(codes(detail)).toContain('malformed')
  expect(codes(detail)).not.toContain('malformed-found')
  expect(detail?.warnings.find(({ code }) => code === 'malformed')?.detail).toMatch(/No selector finds it/)
  expect(detail?.repair).toEqual({
    command: expect.stringMatching(/ dirty-$/),
    words: 'It then belongs to its global account.',
  })
})

test('the command contains placeholders for values that only a person knows', () => {
  const detail = relabelled('state:claimed pool:gcp', ({ hyperscalerType: _, ...labels }) => labels)
  expect(detail?.repair?.command).toMatch(/ hyperscalerType=HYPERSCALER_TYPE$/)
})

test('valid labels need no repair', () => {
  expect(relabelled('usable pool:gcp', labels => ({ ...labels }))?.repair).toBeNull()
})

test('each command names all malformed labels', () => {
  const { context } = landscapeContext('demo')
  const malformed = [...context.inventory.pools.values()].filter(({ problems }) => problems.length > 0)
  expect(malformed.length).toBeGreaterThan(3)
  for (const pooled of malformed) {
    const repair = describeRepair(pooled, context)
    if (repair?.command === null) expect(repair.words).toMatch(/^Cannot be repaired now\. /)
    else for (const { label } of pooled.problems) expect(repair?.command).toContain(label)
  }
})
