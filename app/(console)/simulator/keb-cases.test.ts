import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { shootKey } from '#lib/garden/inventory/shoot-table.ts'
import { createInventory } from '#lib/garden/inventory/watch-inventory.ts'
import { MULTI_ACCOUNT_OFF, type MultiAccount } from '#lib/hap/lifecycle/multi-account.ts'
import { DEFAULT_PLANS, planTable } from '#lib/hap/plans/plan.ts'
import { bindingKey } from '#lib/hap/pools/binding.ts'
import type { Ruleset } from '#lib/hap/rules/ruleset.ts'
import { policyOf } from '#lib/hap/semantics.ts'
import type { OutcomeView } from '#lib/queries/simulator/simulate.ts'
import { landscapeContext } from '#lib/queries/testing/landscape-context.ts'
import { checkRulesFile } from '#lib/rules-file/check-rules-file.ts'
import { evaluation } from '#lib/services/simulator/evaluate-request.ts'
import { bindingOf } from '../../../test/engine/bindings.ts'
import { shootOf } from '../../../test/engine/shoots.ts'

const Instance = z.object({
  globalAccount: z.string(),
  subscriptionGlobalAccount: z.string().nullish(),
  binding: z.string(),
  deleted: z.boolean().default(false),
  count: z.number().default(1),
})

const Selectors = z.object({ tenant: z.string(), claim: z.string().nullable(), shared: z.string() }).partial()

const SelectCase = z.object({
  id: z.string(),
  kind: z.literal('select'),
  rules: z.array(z.string()),
  plans: z.object({ allowed: z.array(z.string()).optional(), required: z.array(z.string()).optional() }).nullish(),
  input: z.object({
    tenant: z.string(),
    plan: z.string(),
    platformRegion: z.string(),
    hyperscalerRegion: z.string(),
    hyperscaler: z.string(),
    bindings: z.array(z.object({ name: z.string(), labels: z.record(z.string(), z.string()).nullish() })),
    shoots: z.array(z.object({ credentialsBinding: z.string() })),
    instances: z.array(Instance),
    multiAccount: z
      .object({
        allowed: z.array(z.string()).nullish(),
        limits: z.record(z.string(), z.number()).nullish(),
        minBindingsForGuard: z.number().default(0),
      })
      .nullish(),
    targetSecret: z.string().nullish(),
  }),
  expect: z.object({
    ok: z.boolean(),
    errors: z.array(z.object({ class: z.string() })).optional(),
    binding: z.string().nullish(),
    bindingAnyOf: z.array(z.string()).optional(),
    via: z.string().nullish(),
    counts: z.record(z.string(), z.number()).optional(),
    limit: z.number().nullish(),
    matchedRule: z.object({ no: z.number(), text: z.string() }).partial().nullish(),
    labels: z.object({ hyperscalerType: z.string(), euAccess: z.boolean(), shared: z.boolean() }).partial().nullish(),
    labelSelector: Selectors.nullish(),
  }),
})

type SelectCase = z.infer<typeof SelectCase>

const cases = ['vectors.json', 'more.json'].flatMap(name => {
  const all: { kind: string }[] = JSON.parse(
    readFileSync(new URL(`../../../test/cases/${name}`, import.meta.url), 'utf8'),
  )
  return all.filter(({ kind }) => kind === 'select').map(one => SelectCase.parse(one))
})

/** More instances than a landscape has; `hap conformance` runs the cases with more. */
const MAX_INSTANCES = 10_000

// A request with a binding selects nothing.
const asked = cases.filter(
  ({ input }) => !input.targetSecret && input.instances.every(({ count }) => count <= MAX_INSTANCES),
)

test("most of KEB's selection cases are requests to a landscape", () => {
  expect(asked.length).toBeGreaterThan(110)
  expect(cases.length - asked.length).toBeLessThan(5)
})

const { context } = landscapeContext('small')

test.each(asked.map(one => [one.id, one] as const))('the simulator gives the result of KEB for %s', (_, one) => {
  const { input, expect: wanted } = one
  const errors = wanted.errors?.map(error => error.class) ?? []
  const rules = rulesOf(one)
  expect(rules === null, `KEB says ${errors.join()}`).toBe(errors.includes('parse'))
  if (rules === null) return
  const { tenant: globalAccount, hyperscaler: provider, plan, platformRegion, hyperscalerRegion } = input
  const answer = evaluation(
    { ...context, inventory: inventoryOf(one), rules: { ...rules, multiAccount: multiAccountOf(one) } },
    { plan, provider, platformRegion, hyperscalerRegion, globalAccount, semantics: 'keb' },
  )
  if (answer.kind === 'unreadable') throw new Error(answer.message)
  const { semantics, decision } = answer.simulation
  expect(semantics).toBe('keb')
  const { outcome, rule, pool, steps, limit } = decision
  expect(errorOf(outcome)).toEqual(errors)
  expect('binding' in outcome).toBe(wanted.ok)
  if ('binding' in outcome) {
    expect(viaOf(outcome)).toBe(wanted.via)
    expect(wanted.bindingAnyOf ?? [wanted.binding]).toContain(outcome.binding.name)
  }
  if (wanted.matchedRule) expect({ no: (rule?.index ?? -1) + 1, text: rule?.text }).toMatchObject(wanted.matchedRule)
  if (wanted.labels) expect(pool).toMatchObject(wanted.labels)
  const selectors = wanted.labelSelector ?? {}
  for (const { purpose, requirements } of steps) {
    const said = purpose === 'reuse' ? selectors.tenant : selectors[purpose]
    // A selector with an illegal label value is never sent.
    if (said !== undefined && requirements !== null) expect(requirements.join(',')).toBe(said)
  }
  if (wanted.limit !== undefined) expect(limit?.value ?? null).toBe(wanted.limit)
  if (wanted.counts) {
    const own = steps.find(({ purpose }) => purpose === 'reuse')?.candidates.filter(({ selected }) => selected) ?? []
    expect(Object.fromEntries(own.map(({ binding, clusters }) => [binding.name, clusters]))).toEqual(wanted.counts)
  }
})

function rulesOf({ rules, plans }: SelectCase) {
  const names = plans?.allowed ?? [...DEFAULT_PLANS.byName.keys()]
  const table = planTable(
    names.map(name => ({ name, providers: DEFAULT_PLANS.byName.get(name)?.providers ?? null })),
    plans?.required ?? [],
  )
  const text = new TextEncoder().encode(JSON.stringify({ hap: { rule: rules } }))
  const { ruleset }: { readonly ruleset: Ruleset | null } = checkRulesFile(text, table, policyOf('keb'))
  return ruleset && { ruleset, plans: table }
}

/**
 * Builds the landscape of a case: its shoots on shared bindings, and a shoot for each instance on
 * other bindings.
 */
function inventoryOf({ input }: SelectCase) {
  const namespace = 'garden-test'
  const { inventory, writer } = createInventory({
    namespace,
    kinds: ['CredentialsBinding'],
    clock: () => context.at,
    schedule: () => {},
  })
  for (const { name, labels } of input.bindings) {
    const binding = bindingOf(name, labels ?? {}, { namespace })
    writer.bindings('CredentialsBinding').put(bindingKey(binding), binding)
  }
  const isShared = (name: string) => input.bindings.some(one => one.name === name && one.labels?.shared === 'true')
  const there = [
    ...input.shoots.map(({ credentialsBinding }) => [credentialsBinding, null] as const),
    ...input.instances
      .filter(({ binding, deleted }) => !deleted && !isShared(binding))
      .flatMap(({ binding, globalAccount, subscriptionGlobalAccount, count }) =>
        Array.from({ length: count }, () => [binding, subscriptionGlobalAccount || globalAccount] as const),
      ),
  ]
  for (const [place, [name, globalAccount]] of there.entries()) {
    const shoot = shootOf(`s-${place}`, { namespace, binding: { kind: 'CredentialsBinding', name }, globalAccount })
    writer.shoots().put(shootKey(shoot), shoot)
  }
  return inventory
}

function multiAccountOf({ input: { multiAccount } }: SelectCase): MultiAccount {
  if (!multiAccount) return MULTI_ACCOUNT_OFF
  const { default: byDefault = 0, ...providers } = multiAccount.limits ?? {}
  return {
    allowed: multiAccount.allowed ?? [],
    limits: multiAccount.limits === null ? null : { default: byDefault, providers },
    minBindingsForGuard: multiAccount.minBindingsForGuard,
  }
}

function viaOf(outcome: OutcomeView): string {
  return outcome.kind === 'reuse' && outcome.multiAccount ? 'multi' : outcome.kind
}

/** Returns KEB's error class; none for a selected binding. */
function errorOf(outcome: OutcomeView): readonly string[] {
  if ('binding' in outcome) return []
  if (outcome.kind === 'guard') return ['guard']
  if (outcome.kind === 'wait') return ['no-binding']
  if (outcome.kind === 'no-rule') return ['no-match']
  if (outcome.kind === 'refused' && outcome.reason === 'unnamed-binding') return ['empty-name']
  return [outcome.kind]
}
