import { expect, test } from 'vitest'
import { formatProgress, NO_PROGRESS, type Progress } from '#lib/garden/cleaning-progress.ts'
import { ANNOTATIONS, accountKey, bindingKey } from '#lib/hap/pools/binding.ts'
import { poolKey } from '#lib/hap/pools/pool.ts'
import { listShoots } from '../shoots/list-shoots.ts'
import { landscapeContext } from '../testing/landscape-context.ts'
import { getBindingDetail } from './binding-detail.ts'
import { listAccountErrors } from './infrastructure-errors.ts'
import { listBindings } from './list-bindings.ts'

const { context: given, writer } = landscapeContext('demo')
const multiAccount = { ...given.rules.multiAccount, allowed: [] }
const context = { ...given, rules: { ...given.rules, multiAccount } }

/** Holds a claimed account with an expired hold; optionally, its tenant owns another account. */
function onHold(minutes: number, another: boolean) {
  const { inventory } = context
  const { rows } = listBindings(context, { q: 'state:claimed others:0', sort: '', offset: 0, limit: 100 })
  const pools = [...Map.groupBy(rows, ({ pool }) => pool && poolKey(pool)).values()]
  const two = pools.find(each => each.length > 1) ?? []
  const [held, other] = two.map(row => inventory.binding(bindingKey({ ...row, namespace: inventory.namespace })))
  if (!held || !other) throw new Error('No pool has two claimed accounts.')
  const tenantName = held.labels.tenantName ?? ''
  const put = (binding: typeof held) => writer.bindings(binding.kind).put(bindingKey(binding), binding)
  const annotations = {
    [ANNOTATIONS.hold]: 'quota',
    [ANNOTATIONS.heldFlags]: '',
    [ANNOTATIONS.holdUntil]: new Date(context.at - minutes * 60_000).toISOString(),
  }
  put({ ...held, resourceVersion: 'held', labels: { ...held.labels, dirty: 'held', internal: 'true' }, annotations })
  if (another) put({ ...other, resourceVersion: 'claimed', labels: { ...other.labels, tenantName } })
  return { held, other }
}

test('an expired hold that cannot end is stuck and reports the reason', () => {
  const { held, other } = onHold(11, true)
  const detail = getBindingDetail(context, held.kind, held.name)
  expect(detail?.row.state).toBe('held')
  expect(detail?.warnings).toContainEqual({
    code: 'stuck',
    severity: 'warn',
    title: 'The hold has expired but has not ended.',
    detail: expect.stringContaining(`now owns ${other.name} and may own only one account of this pool.`),
  })
  const stuck = listBindings(context, { q: 'stuck state:held', sort: '', offset: 0, limit: 9 })
  expect(stuck.rows.map(({ name }) => name)).toEqual([held.name])
})

test('a hold that just expired is not stuck', () => {
  const { held } = onHold(1, false)
  expect(getBindingDetail(context, held.kind, held.name)?.warnings.map(({ code }) => code)).not.toContain('stuck')
})

/** Quarantines an account with a note of the cleaner; null = a person did it. */
function inQuarantine(note: Partial<Progress> | null) {
  const { inventory } = context
  const [row] = listBindings(context, { q: 'state:quarantined', sort: '', offset: 0, limit: 1 }).rows
  const binding = row && inventory.binding(bindingKey({ ...row, namespace: inventory.namespace }))
  if (!binding) throw new Error('No account is in quarantine.')
  const { [ANNOTATIONS.cleaning]: _, ...others } = binding.annotations
  const noted = note && { [ANNOTATIONS.cleaning]: formatProgress({ ...NO_PROGRESS, ...note }, binding) }
  writer.bindings(binding.kind).put(bindingKey(binding), {
    ...binding,
    resourceVersion: JSON.stringify(note),
    annotations: { ...others, ...noted },
  })
  return getBindingDetail(context, binding.kind, binding.name)
}

test.each([
  ['by hand', null, 'Quarantined.', /^Cleaners skip this account\./],
  [
    'since something is left that is not ours',
    { reason: 'A bucket is left' },
    'Quarantined.',
    /^Last check: A bucket is left\. Cleaners skip/,
  ],
  [
    'since cleaning failed',
    { failures: 3, reason: 'No access' },
    'Cleaning failed three times.',
    /^Last check: No access\. Remove what is left/,
  ],
])('an account in quarantine %s', (_, note, title, detail) => {
  const warnings = inQuarantine(note)?.warnings
  expect(warnings?.find(({ code }) => code === 'stuck')).toMatchObject({ title, detail: expect.stringMatching(detail) })
})

test('the advice in quarantine is to confirm without a cleaner, and to lift it with one', () => {
  const detail = inQuarantine(null)
  if (!detail) throw new Error('No account is in quarantine.')
  const { kind, name } = detail.row
  const adviceOf = (one: typeof detail | null) => [
    one?.warnings.find(({ code }) => code === 'stuck')?.detail.replace(/^.*, then /, ''),
    one?.cleaning?.row.byHand?.replace(/^.*, then /, '') ?? null,
  ]
  expect(adviceOf(detail)).toEqual(['choose Confirm clean.', 'choose Confirm clean.'])
  const cleaners = new Set([detail.providers[0] ?? ''])
  const cleaned = getBindingDetail({ ...context, cleaning: { ...context.cleaning, cleaners } }, kind, name)
  expect(adviceOf(cleaned)).toEqual(['lift the quarantine.', null])
})

test('an account in use has no advice to confirm it clean', () => {
  const [row] = listBindings(given, { q: 'problem:dirty-used', sort: '', offset: 0, limit: 1 }).rows
  const detail = row && getBindingDetail(given, row.kind, row.name)
  expect(detail?.actions.find(({ action }) => action === 'confirm-clean')?.reason).toMatch(/still uses? this account/)
  const words = [detail?.cleaning?.row.byHand, ...(detail?.warnings.map(({ detail }) => detail) ?? [])].join(' ')
  expect(words).toMatch(/It cannot be confirmed clean yet: .* still uses? this account\./)
  expect(words).not.toContain('then choose Confirm clean')
})

test.each([
  [[], null, /^The aws cleaner is off\. Check the account.*If KEB's cleanup job/],
  [['aws'], null, /^The aws cleaner has not checked this account yet/],
  [['aws'], 'No access', /^Last check of the aws cleaner: No access\.$/],
] as const)(
  'a dirty account that waits, with cleaners %j that noted %j, names the expected cleaner',
  (on, reason, detail) => {
    const cleaning = { ...context.cleaning, cleaners: new Set(on) }
    const [row] = listBindings(context, { q: 'state:dirty stuck pool:aws', sort: '', offset: 0, limit: 1 }).rows
    const binding = row && context.inventory.binding(bindingKey({ ...row, namespace: context.inventory.namespace }))
    if (!binding) throw new Error('No account is dirty for long.')
    const { [ANNOTATIONS.cleaning]: _, ...others } = binding.annotations
    const annotations = {
      ...others,
      ...(reason !== null && { [ANNOTATIONS.cleaning]: formatProgress({ ...NO_PROGRESS, reason }, binding) }),
    }
    writer
      .bindings(binding.kind)
      .put(bindingKey(binding), { ...binding, resourceVersion: `${on} ${reason}`, annotations })
    const warnings = getBindingDetail({ ...context, cleaning }, binding.kind, binding.name)?.warnings
    expect(warnings?.find(({ code }) => code === 'stuck')?.detail).toMatch(detail)
  },
)

test('infrastructure errors on the account are counted as in the shoots list', () => {
  const failing = listAccountErrors(given)
  const all = failing.map(({ binding: { kind, name }, account, codes, shoots }) => {
    const detail = getBindingDetail(given, kind, name)
    const warning = detail?.warnings.find(({ code }) => code === 'failing')
    const q = `account:${accountKey(account)} error:infrastructure`
    expect(listShoots(given, null, { q, sort: '', offset: 0, limit: 1 }).hits).toBe(shoots)
    expect(warning?.title).toMatch(new RegExp(`^${shoots} of ${detail?.shoots.length} shoots? reports? `))
    return `${codes.length} ${warning?.title.replace(/^\d+ of \d+/, 'N of M')}`
  })
  expect(all).toContain('1 N of M shoots report infrastructure errors: unauthorized.')
  const [fine] = listBindings(given, { q: 'failing:0', sort: '', offset: 0, limit: 1 }).rows
  expect(fine && getBindingDetail(given, fine.kind, fine.name)?.warnings.map(({ code }) => code)).not.toContain(
    'failing',
  )
})
