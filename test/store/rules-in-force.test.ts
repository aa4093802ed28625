import { expect, test, vi } from 'vitest'
import { DEFAULT_PLANS, type Plans } from '#lib/hap/plans/plan.ts'
import { Ruleset } from '#lib/hap/rules/ruleset.ts'
import { policyOf } from '#lib/hap/semantics.ts'
import { landscapeContext } from '#lib/queries/testing/landscape-context.ts'
import { RulesInForce } from '#lib/runtime/rules-in-force.ts'
import { rereadStale } from '#lib/runtime/start-claims.ts'
import { publishRevision, publishRules } from '#lib/services/rules/publish-rules.ts'
import { RulesUncertainError } from '#lib/services/rules/rules-context.ts'
import { AuditLog } from '#lib/store/audit/audit-log.ts'
import { savePublication } from '#lib/store/publications.ts'
import type { Store, StoreHealth } from '#lib/store/store.ts'
import { testStore } from './test-store.ts'

const PLANS: Plans = { ...DEFAULT_PLANS, required: new Set(['aws']) }
const policy = policyOf('documented')

function rulesetOf(texts: readonly string[]) {
  const { ruleset } = Ruleset.from(texts, PLANS, policy)
  if (!ruleset) throw new Error('the rules are not valid')
  return ruleset
}

function inForce(store: Store, file: { plans: Plans } = { plans: PLANS }, now = () => 0, fileOnly = false) {
  const ruleset = rulesetOf(['aws'])
  return new RulesInForce({
    store,
    policy,
    file: () => ({ ruleset, rulesText: '- aws\n', plans: file.plans }),
    fileName: 'rules.yaml',
    staleAfterMs: 30_000,
    fileOnly,
    now,
  })
}

async function publish(store: Store, basedOn: number, texts: readonly string[]) {
  const result = await savePublication(store, {
    basedOn,
    rules: { revision: texts.join(), texts },
    start: { revision: 'start', texts: ['aws'] },
    document: `# ${basedOn + 1}\n`,
    restores: null,
    actor: 'admin@example.com',
    role: 'admin',
    reason: 'because',
    ticket: null,
    impact: null,
    cases: [],
    overrideReason: null,
    pinned: '',
    at: new Date(),
  })
  if (!('saved' in result)) throw new Error('another publication was first')
}

const textsOf = ({ active }: RulesInForce) => active.ruleset.rules.map(({ text }) => text)

test('in observe mode published rules are ignored', async () => {
  const store = await testStore()
  await publish(store, 0, ['aws', 'gcp'])
  const rules = inForce(store, { plans: PLANS }, () => 0, true)
  await rules.refresh()
  expect(rules.certain()).toMatchObject({ document: '- aws\n', publication: null })
})

test('the rules of the file are in force until the first publication, then the last one, on every replica', async () => {
  const store = await testStore()
  const replicas = [inForce(store), inForce(store)] as const
  const read = () => Promise.all(replicas.map(rules => rules.refresh()))
  await read()
  expect(replicas[0].certain()).toMatchObject({ document: '- aws\n', publication: null })
  await publish(store, 0, ['aws', 'gcp'])
  expect(replicas.map(textsOf)).toEqual([['aws'], ['aws']])
  await read()
  expect(replicas.map(textsOf)).toEqual([
    ['aws', 'gcp'],
    ['aws', 'gcp'],
  ])
  expect(replicas[0].active).toMatchObject({ document: '# 1\n', publication: { number: 1 } })
  const { active, changes } = replicas[0]
  await read()
  expect(replicas[0].active).toBe(active)
  expect(replicas[0].changes).toBe(changes)
  await publish(store, 1, ['aws', 'azure'])
  await read()
  expect(replicas.map(textsOf)).toEqual([
    ['aws', 'azure'],
    ['aws', 'azure'],
  ])
  expect(replicas[0].changes).toBeGreaterThan(changes)
})

test('a publication returns after its rules are in force in the process, and starts to write the ConfigMap', async () => {
  const store = await testStore()
  const rules = inForce(store)
  await rules.refresh()
  const services = {
    store,
    audit: new AuditLog(store),
    rules,
    rulesWriter: { begin: vi.fn() },
    clusters: { read: async () => null },
    context: () => landscapeContext('small').context,
  }
  const input = {
    basedOn: 0,
    document: '- aws\n- gcp\n',
    cases: null,
    reason: 'because',
    ticket: null,
    overrideReason: null,
    overridden: [],
  }
  const user = { id: 'admin', name: 'admin@example.com', role: 'admin' } as const
  const result = await publishRevision(services, { user, requestId: null, input }, publishRules)
  expect(result).toMatchObject({ kind: 'published' })
  expect(textsOf(rules)).toEqual(['aws', 'gcp'])
  expect(services.rulesWriter.begin).toHaveBeenCalledExactlyOnceWith(
    expect.objectContaining({ user, number: 1, reason: 'because' }),
  )
})

test('refuses claims until the database was read, and uses the last known rules while it is down', async () => {
  const real = await testStore()
  let health: StoreHealth = { state: 'down', since: 0, message: 'down' }
  const store = { ...real, db: real.db, health: () => health }
  await publish(real, 0, ['aws', 'gcp'])
  const rules = inForce(store)
  await rules.refresh()
  expect(textsOf(rules)).toEqual(['aws'])
  expect(() => rules.certain()).toThrow('have not been read from the database yet')
  expect(rules.problem()).toBe('The rules are those of rules.yaml, because the database cannot be read for newer ones.')
  health = { state: 'up', since: 0 }
  await rules.refresh()
  health = { state: 'down', since: 0, message: 'down' }
  await rules.refresh()
  expect(rules.certain().publication?.number).toBe(1)
  expect(rules.problem()).toBe('The rules are those last read from the database.')
})

test('keeps the last valid rules and their plans when new plans do not fit, and reports it', async () => {
  const store = await testStore()
  const file = { plans: PLANS }
  const rules = inForce(store, file)
  await publish(store, 0, ['aws', 'gcp'])
  await rules.refresh()
  file.plans = { ...PLANS, required: new Set(['aws', 'azure']) }
  await rules.refresh()
  expect(textsOf(rules)).toEqual(['aws', 'gcp'])
  expect(rules.certain().plans).toBe(PLANS)
  expect(rules.problems()).toEqual([
    expect.stringMatching(/^Revision 1 of the rules is not valid .* so the last good rules stay in force: .*azure/),
  ])
  await publish(store, 1, ['aws', 'azure'])
  await rules.refresh()
  expect(textsOf(rules)).toEqual(['aws', 'azure'])
  expect(rules.problems()).toEqual([])
})

test('refuses claims while the first published rules are invalid, instead of using the file', async () => {
  const store = await testStore()
  await publish(store, 0, ['gcp'])
  const rules = inForce(store)
  await rules.refresh()
  expect(rules.fault).toMatch(
    /^Revision 1 .* so no accounts are claimed, and the rules shown are those of rules\.yaml: /,
  )
  expect(() => rules.certain()).toThrow('Revision 1 of the rules is not valid')
})

test('refuses claims with stale rules, and reports their age', async () => {
  const store = await testStore()
  let now = 0
  const rules = inForce(store, undefined, () => now)
  await rules.refresh()
  now = 30_000
  const { ruleset } = rules.certain()
  now = 31_000
  expect(() => rules.certain()).toThrow(RulesUncertainError)
  expect(() => rules.certain()).toThrow('31 s ago')
  expect(rules.problem()).toContain('31 s ago')
  await rules.refresh()
  expect(rules.certain().ruleset).toBe(ruleset)
  expect(rules.problem()).toBeNull()
})

test('the first claim after an outage uses the rules published during it', async () => {
  const store = await testStore()
  let now = 0
  const rules = inForce(store, undefined, () => now)
  await rules.refresh()
  await publish(store, 0, ['aws', 'gcp'])
  now = 31_000
  await rereadStale([rules])
  expect(rules.certain().publication?.number).toBe(1)
  now = 32_000
  await publish(store, 1, ['aws'])
  await rereadStale([rules])
  expect(rules.certain().publication?.number).toBe(1)
})
