import { expect, test } from 'vitest'
import { ACTIONS, type Action } from '#lib/hap/actions/action.ts'
import { bindingKey } from '#lib/hap/pools/binding.ts'
import { landscapeContext } from '../testing/landscape-context.ts'
import { describeRepair } from './binding-actions.ts'
import { getBindingDetail } from './binding-detail.ts'
import { listBindings } from './list-bindings.ts'

const { context } = landscapeContext('demo')

function offersOf(q: string) {
  const [row] = listBindings(context, { q, sort: '', offset: 0, limit: 1 }).rows
  const detail = row && getBindingDetail(context, row.kind, row.name)
  if (!detail) throw new Error(`Nothing is found by ${q}.`)
  expect(detail.actions.map(({ action }) => action)).toEqual(ACTIONS)
  return (action: Action) => detail.actions.find(offer => offer.action === action)
}

test.each<[string, Action, string | RegExp | null, boolean]>([
  ['state:claimed shoots:0 others:0', 'release', null, true],
  ['state:claimed shoots:0 others:0', 'hold', null, false],
  ['state:claimed shoots:>0', 'release', /still use/, false],
  ['state:claimed shoots:>0', 'mark-dirty', /still use/, false],
  ['state:free', 'release', 'Not claimed by a global account.', false],
  ['state:dirty shoots:0 others:0', 'confirm-clean', null, true],
  ['state:malformed', 'mark-dirty', 'Repair its labels first.', false],
  ['state:terminating', 'hold', 'Being deleted.', false],
])('%s: %s', (q, action, reason, dangerous) => {
  const offer = offersOf(q)(action)
  if (reason === null) expect(offer?.reason).toBeNull()
  else expect(offer?.reason).toMatch(reason)
  expect(offer?.dangerous).toBe(dangerous)
})

const { context: small, writer } = landscapeContext('small')

/** The first binding of a search, with other labels. */
function relabelled(q: string, change: (labels: Readonly<Record<string, string>>) => Record<string, string>) {
  const [row] = listBindings(small, { q, sort: '', offset: 0, limit: 1 }).rows
  const pooled = row && small.inventory.pools.get({ ...row, namespace: small.inventory.namespace })
  if (!pooled) throw new Error(`Nothing is found by ${q}.`)
  const { binding } = pooled
  const labels = change(binding.labels)
  writer.bindings(binding.kind).put(bindingKey(binding), { ...binding, resourceVersion: `changed by ${q}`, labels })
  return getBindingDetail(small, binding.kind, binding.name)
}

const codes = (detail: ReturnType<typeof relabelled>) => detail?.warnings.map(({ code }) => code)

test('a malformed value that KEB accepts is dangerous, because its selector finds the binding', () => {
  const detail = relabelled('usable pool:aws', labels => ({ ...labels, shared: 'no' }))
  expect(codes(detail)).toEqual(['malformed-found', 'malformed'])
  expect(detail?.warnings[0]?.detail).toContain('can assign it to a new global account')
  expect(detail?.warnings[1]?.detail).toBe('shared=no, only true or no label is valid.')
  expect(detail?.repair?.command).toMatch(/^kubectl label \w+ \S+ -n \S+ --overwrite .*shared-/)
  expect(detail?.repair?.words).toContain('It will be dirty')
})

test('a value that no selector matches hides the account; the repair returns it to its tenant', () => {
  const detail = relabelled('state:claimed pool:aws shoots:>0', labels => ({ ...labels, dirty: 'false' }))
  expect(codes(detail)).toContain('malformed')
  expect(codes(detail)).not.toContain('malformed-found')
  expect(detail?.warnings.find(({ code }) => code === 'malformed')?.detail).toMatch(/Until then no selector/)
  expect(detail?.repair).toEqual({
    command: expect.stringMatching(/ dirty-$/),
    words: 'It will then belong to its global account.',
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
  const { context: demo } = landscapeContext('demo')
  const malformed = [...demo.inventory.pools.values()].filter(({ problems }) => problems.length > 0)
  expect(malformed.length).toBeGreaterThan(3)
  for (const pooled of malformed) {
    const repair = describeRepair(pooled, demo)
    if (repair?.command === null) expect(repair.words).toMatch(/^Cannot be repaired at the moment\. /)
    else for (const { label } of pooled.problems) expect(repair?.command).toContain(label)
  }
})
