import { beforeEach, expect, test } from 'vitest'
import type { MultiAccount } from '#lib/hap/lifecycle/multi-account.ts'
import { bindingKey } from '#lib/hap/pools/binding.ts'
import { listBindings } from '../bindings/list-bindings.ts'
import { listOwners } from '../pools/owners.ts'
import { listShoots } from '../shoots/list-shoots.ts'
import { landscapeContext } from '../testing/landscape-context.ts'
import { computeConsequences } from './consequences.ts'

let { context, writer } = landscapeContext('small')

beforeEach(() => {
  ;({ context, writer } = landscapeContext('small'))
})

const LIMITS = { default: 3, providers: { aws: 180, gcp: 135, openstack: 100, alicloud: 100 } }
const settings = (allowed: readonly string[], limits: MultiAccount['limits'] = LIMITS): MultiAccount => ({
  allowed,
  limits,
  minBindingsForGuard: 0,
})

/** The global account with most bindings in one pool. */
function richest() {
  const [owner] = listOwners(context).toSorted((a, b) => b.bindings.length - a.bindings.length)
  if (!owner) throw new Error('The landscape has no owner.')
  return owner
}

test('reports no change for the settings in force', () => {
  const { rows, changed, rights, over, next } = computeConsequences(context, context.rules.multiAccount)
  expect({ rows, changed }).toEqual({ rows: [], changed: 0 })
  expect(rights.gains.globalAccounts + rights.loses.globalAccounts).toBe(0)
  expect(rights.before).toBe(rights.known)
  expect(over.before).toEqual(over.after)
  expect(Object.values(next).every(count => count === 0)).toBe(true)
})

test('an empty allowlist takes the right from all, and owners of several accounts come first', () => {
  const { rights, over, stranded, rows } = computeConsequences(context, settings([]))
  expect(rights).toMatchObject({ before: rights.known, after: 0, loses: { globalAccounts: rights.known } })
  expect(over.after).toEqual({ globalAccounts: 0, accounts: 0, bindings: 0, shoots: 0 })
  expect(stranded).toBeGreaterThan(0)
  expect(rows[0]?.right).toBe('loses')
})

test('counts two bindings of one account once', () => {
  const [owner] = listOwners(context).filter(({ bindings }) => bindings.length === 1)
  const [first] = owner?.bindings ?? []
  if (!owner || !first) throw new Error('No global account owns just one account.')
  const all = context.inventory.bindingsOfTenant(owner.globalAccount).length
  const off = () => computeConsequences(context, settings([]))
  const { stranded, limits } = off()
  const second = { ...first.binding, kind: 'SecretBinding', name: `${first.binding.name}-second` } as const
  writer.bindings(second.kind).put(bindingKey(second), second)

  const on = { ...context, rules: { ...context.rules, multiAccount: settings([owner.globalAccount]) } }
  const { rows, rights, known } = computeConsequences(on, settings([]))
  expect(rows.find(({ pool }) => pool === owner.key)).toMatchObject({ accounts: 1, bindings: 2, right: 'loses' })
  expect(rights.loses).toMatchObject({ globalAccounts: 1, accounts: all, bindings: all + 1 })
  expect(known[owner.globalAccount]).toMatchObject({ accounts: all, bindings: all + 1 })
  expect(off()).toMatchObject({ stranded, limits: limits.map(({ provider, accounts }) => ({ provider, accounts })) })
})

test('reports an id of the inventory and an unknown id on a new allowlist', () => {
  const { globalAccount } = richest()
  const off = { ...context, rules: { ...context.rules, multiAccount: settings([]) } }
  const { rights, known, rows } = computeConsequences(off, settings([globalAccount, 'nobody']))
  expect(rights).toMatchObject({ before: 0, after: 1, gains: { globalAccounts: 1 }, loses: { globalAccounts: 0 } })
  expect(Object.keys(known)).toEqual([globalAccount])
  expect(new Set(rows.map(row => row.globalAccount))).toEqual(new Set([globalAccount]))
})

test('with a limit of 1, the bindings list finds the accounts over it, and new clusters claim accounts', () => {
  const low = settings(['*'], { default: 1, providers: {} })
  const { over, next, rows, limits } = computeConsequences(context, low)
  const after = { ...context, rules: { ...context.rules, multiAccount: low } }
  expect(over.after.bindings).toBe(listBindings(after, { q: 'problem:over-limit', sort: '', offset: 0, limit: 1 }).hits)
  expect(over.after.accounts).toBeGreaterThan(over.before.accounts)
  expect(next.claims + next.waits).toBeGreaterThan(0)
  for (const { bindings, bindingsQ, shoots, shootsQ } of rows) {
    expect(listBindings(context, { q: bindingsQ, sort: '', offset: 0, limit: 1 }).hits, bindingsQ).toBe(bindings)
    if (shootsQ === null) throw new Error('An owner has more accounts than a search can name.')
    expect(listShoots(context, null, { q: shootsQ, sort: '', offset: 0, limit: 1 }).hits, shootsQ).toBe(shoots)
  }
  expect(rows.find(({ next }) => next === 'claims')?.messages?.after).toMatch(/^Claims /)
  expect(limits.find(({ provider }) => provider === 'aws')?.limit).toEqual({
    value: 1,
    source: 'default',
    setting: 'limits.default',
  })
})

test('treats a limit of 0 as not set, and reports a name without provider', () => {
  const providers = { aws: 0, AWS: 5, gcp: 7, azure_lite: 9, 'sap-converged-cloud': 9, tomorrow: 9 }
  const { limits } = computeConsequences(context, settings(['*'], { default: 0, providers }))
  const of = (name: string) => limits.find(({ provider }) => provider === name)
  expect(of('aws')).toMatchObject({ limit: { value: 999_999, source: 'unlimited' }, unread: false })
  expect(of('gcp')).toMatchObject({ limit: { value: 7, source: 'provider' } })
  for (const name of ['AWS', 'azure_lite', 'sap-converged-cloud']) expect(of(name)).toMatchObject({ unread: true })
  // Seed 003 requires limits for unknown providers.
  expect(of('tomorrow')).toMatchObject({ unread: false })
})

test('the limit of accounts without clusters stops an owner that reaches it', () => {
  const { next, rows } = computeConsequences(context, { ...settings(['*']), minBindingsForGuard: 1 })
  expect(rows.filter(row => row.next === 'stops')).toHaveLength(Math.min(next.stops, 100))
})

test('evaluates ten thousand ids as fast as one', () => {
  const ids = Array.from({ length: 10_000 }, (_, place) => `unknown-${place}`)
  expect(computeConsequences(context, settings(ids)).rights.after).toBe(0)
})
