import { expect, test } from 'vitest'
import { route } from '#lib/hap/cases/run-cases.ts'
import { DEFAULT_PLANS } from '#lib/hap/plans/plan.ts'
import { poolKey } from '#lib/hap/pools/pool.ts'
import { DEFAULT_RULES, formatRule } from '#lib/hap/rules/rule.ts'
import type { Ruleset } from '#lib/hap/rules/ruleset.ts'
import { policyOf } from '#lib/hap/semantics.ts'
import type { ClaimRules } from '#lib/services/claims/claim-context.ts'
import { rulesRevision } from '#lib/services/claims/rules-archive.ts'
import { RulesUncertainError } from '#lib/services/rules/rules-context.ts'
import { readGrounds } from '#lib/store/claims/claim-grounds.ts'
import type { ClaimRecord } from '#lib/store/claims/claim-record.ts'
import type { Store } from '#lib/store/store.ts'
import { FREE, SHARED, world } from './claim-world.ts'
import { processRules, publishTexts } from './published-rules.ts'
import { awsRequest, rulesetOf, testRules, trialRequest } from './schedules/test-rules.ts'

const EU = { ...FREE, euAccess: 'true' }
const SHARED_EU = { ...SHARED, euAccess: 'true' }

const OTHERS = DEFAULT_RULES.filter(text => !/^(aws|trial)\b/.test(text))

/** Two revisions that send the requests of both plans to different pools. */
const OPEN = ['aws', 'trial -> S', ...OTHERS]
const CLOSED = ['aws -> EU', 'trial -> S, EU', ...OTHERS]

/** The pool and revision that the stored rules of a claim select; throws without stored rules. */
async function storedDecision(store: Store, { id, request }: ClaimRecord) {
  const kept = await readGrounds(store.db, id)
  if (!kept?.ruleTexts) throw new Error(`Claim ${id} has no stored rules.`)
  if ('target' in request) throw new Error('The request names its target.')
  const ruleset = rulesetOf(kept.ruleTexts)
  const { rule, pool } = route(request, { ruleset, plans: DEFAULT_PLANS, policy: policyOf('documented') })
  return {
    revision: kept.rulesRevision,
    named: rulesRevision(ruleset),
    rule: rule && formatRule(rule),
    reasoned: kept.reasoning?.rule?.text,
    pool: pool && poolKey(pool),
    eu: pool?.euAccess,
  }
}

/** Expects that the stored rules of a claim have the name of its revision and select its account. */
async function expectOneRevision(store: Store, claim: ClaimRecord): Promise<string> {
  const kept = await storedDecision(store, claim)
  expect(kept.revision).toBe(kept.named)
  expect(kept.reasoned).toBe(kept.rule)
  expect(claim.poolKey).toBe(kept.pool)
  expect(claim.binding?.name).toMatch(kept.eu ? /^eu-/ : /^open-/)
  return kept.revision
}

test('the next claim uses the published rules, and stores their revision', async () => {
  const { store, start, claim } = await world({ 'open-1': FREE, 'eu-1': EU, 'eu-2': EU })
  const first = await processRules(store)
  const { service } = await start('p2', first.rules)
  const before = (await claim(awsRequest('t-1'), 'before', service)).claim
  expect(before.binding?.name).toBe('open-1')
  const published = await publishTexts(store, 0, ['aws -> EU', ...DEFAULT_RULES.slice(1)])
  await first.refresh()
  const after = (await claim(awsRequest('t-1'), 'after', service)).claim
  expect(after).toMatchObject({ status: 'reserved', binding: { name: 'eu-1' }, poolKey: 'aws~eu' })
  expect(await readGrounds(store.db, after.id)).toMatchObject({
    rulesRevision: published.revision,
    ruleTexts: published.texts,
    reasoning: { rule: { line: 1, text: 'aws -> EU' } },
  })
  // Earlier decisions do not change.
  expect((await readGrounds(store.db, before.id))?.rulesRevision).toBe(rulesRevision(rulesetOf(DEFAULT_RULES)))
  expect((await claim(awsRequest('t-1'), 'before', service)).claim.binding?.name).toBe('open-1')
})

test('a claim without a matching rule is refused with the revision of the rules', async () => {
  const { store, start, claim } = await world({ 'open-1': FREE })
  const rules = await processRules(store)
  const { service } = await start('p2', rules.rules)
  const published = await publishTexts(store, 0, ['gcp'])
  await rules.refresh()
  const refused = (await claim(awsRequest('t-1'), 'k', service)).claim
  expect(refused).toMatchObject({ status: 'refused', binding: null })
  expect(await readGrounds(store.db, refused.id)).toMatchObject({
    rulesRevision: published.revision,
    ruleTexts: ['gcp'],
    reasoning: { outcome: 'no-rule', rule: null },
  })
})

test('a claim is not decided when its rules become stale while it waits for the database', async () => {
  const { store, start, claim } = await world({ 'open-1': FREE })
  const { rules } = await processRules(store)
  let calls = 0
  const { service } = await start('p2', () => {
    if (++calls > 2) throw new RulesUncertainError('The published rules were read 31 s ago.')
    return rules()
  })
  await expect(claim(awsRequest('t-1'), 'k', service)).rejects.toThrow('31 s ago')
  expect(await store.db.claim.findFirst()).toMatchObject({ status: 'failed', bindingName: null })
})

test('processes that follow publications decide each claim by one revision, which it stores', async () => {
  const tenants = Array.from({ length: 12 }, (_, number) => `t-${number}`)
  const accounts = tenants.flatMap((_, number) => [[`open-${number}`, FREE] as const, [`eu-${number}`, EU] as const])
  const { store, start, claim } = await world({
    ...Object.fromEntries(accounts),
    'open-shared': SHARED,
    'eu-shared': SHARED_EU,
  })
  let { number } = await publishTexts(store, 0, OPEN)
  const names = new Set<string>()
  const publish = async (texts: readonly string[]) => {
    const publication = await publishTexts(store, number, texts)
    names.add(publication.revision)
    number = publication.number
  }
  const processes = await Promise.all(
    ['p2', 'p3'].map(async holder => {
      const rules = await processRules(store)
      rules.follow()
      return start(holder, rules.rules)
    }),
  )
  const claims: ClaimRecord[] = []
  for (const [place, tenant] of tenants.entries()) {
    const asked = processes.map(({ service }, process) => {
      const request = (place + process) % 2 === 0 ? awsRequest(tenant) : trialRequest(tenant)
      return claim(request, `${tenant}-${process}`, service)
    })
    // Between both requests.
    await publish(place % 2 === 0 ? CLOSED : OPEN)
    claims.push(...(await Promise.all(asked)).map(answer => answer.claim))
  }
  expect(names.size).toBe(2)
  const used = new Set<string>()
  for (const one of claims) used.add(await expectOneRevision(store, one))
  expect(used).toEqual(names)
})

test('rules that change between reads are never mixed in one claim', async () => {
  const { store, start, claim } = await world({
    ...Object.fromEntries(
      ['1', '2', '3', '4', '5', '6'].flatMap(n => [
        [`open-${n}`, FREE],
        [`eu-${n}`, EU],
      ]),
    ),
    'open-shared': SHARED,
    'eu-shared': SHARED_EU,
  })
  const both = [rulesetOf(OPEN), rulesetOf(CLOSED)].map(named)
  // Each set lasts for three reads; an alternation at every read would never yield two equal reads.
  let looks = 0
  const turning = () => {
    const rules = both[Math.floor(looks++ / 3) % 2]
    if (!rules) throw new Error('There are two.')
    return rules
  }
  const { service } = await start('p2', turning)
  const used = new Set<string>()
  for (const n of ['1', '2', '3', '4', '5', '6'])
    for (const request of [awsRequest(`t-${n}`), trialRequest(`t-${n}`)]) {
      const answer = await claim(request, `${request.plan}-${n}`, service)
      used.add(await expectOneRevision(store, answer.claim))
    }
  expect(used.size).toBe(2)
})

function named(ruleset: Ruleset): ClaimRules {
  return { ...testRules([], null, ruleset), revision: rulesRevision(ruleset) }
}
