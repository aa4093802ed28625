import { expect, test } from 'vitest'
import { combinationAt } from '#lib/hap/analysis/matrix.ts'
import { formatRule } from '#lib/hap/rules/rule.ts'
import { Ruleset } from '#lib/hap/rules/ruleset.ts'
import { policyOf } from '#lib/hap/semantics.ts'
import { landscapeContext } from '../testing/landscape-context.ts'
import { compareRequest, compareRulesOnMatrix } from './compare-rules.ts'
import { simulate } from './simulate.ts'

const { context } = landscapeContext('demo')
const inForce = { ruleset: context.rules.ruleset, semantics: 'documented' } as const
const keb = { ...inForce, semantics: 'keb' } as const

function changed(edit: (texts: readonly string[]) => readonly string[]) {
  const texts = edit(context.rules.ruleset.rules.map(formatRule))
  const { ruleset } = Ruleset.from(texts, context.rules.plans, policyOf('documented'))
  if (!ruleset) throw new Error('not valid')
  return { ...inForce, ruleset }
}

const REQUEST = {
  plan: 'aws',
  provider: 'aws',
  platformRegion: 'cf-us10',
  hyperscalerRegion: '',
  globalAccount: 'new-one',
}

test('compares rule, pool, selectors and outcome of a request', () => {
  const other = changed(texts => [...texts, 'aws(PR=cf-us10) -> EU'])
  const { left, right, parts } = compareRequest(context, { left: inForce, right: other }, REQUEST)
  expect(left.outcome).toEqual(simulate(context, REQUEST).decision.outcome)
  expect([left.rule?.text, right.rule?.text]).toEqual(['aws', 'aws(PR=cf-us10) -> EU'])
  expect([left.pool?.euAccess, right.pool?.euAccess]).toEqual([false, true])
  expect(parts).toEqual(expect.arrayContaining(['rule', 'pool', 'selector']))
  const [first] = right.selectors
  expect(first?.requirements).toContain('euAccess=true')
  expect(first?.command).toBe(
    `kubectl get credentialsbindings,secretbindings -n ${context.inventory.namespace} -l '${first?.requirements?.join(',')}'`,
  )
})

test('an account on one side only is a difference of accounts', () => {
  const none = changed(texts => [...texts, 'aws(PR=cf-us10) -> PR'])
  const { left, right, parts } = compareRequest(context, { left: inForce, right: none }, REQUEST)
  expect(['binding' in left.outcome, 'binding' in right.outcome]).toEqual([true, false])
  expect(parts).toEqual(expect.arrayContaining(['rule', 'pool', 'outcome', 'account', 'selector']))
})

test('moved rules make no difference', () => {
  const other = changed(texts => texts.toReversed())
  expect(compareRequest(context, { left: inForce, right: other }, REQUEST).parts).toEqual([])
})

test('the matrix reports the same differences of semantics as the simulator', async () => {
  const given = {
    plan: ['aws', 'trial', 'aws'],
    provider: ['aws'],
    platformRegion: ['cf-eu11', 'cf-us10'],
    hyperscalerRegion: [],
    globalAccount: [...context.inventory.globalAccounts()].slice(0, 30),
  }
  const { matrix, combinations, differences } = await compareRulesOnMatrix(
    context,
    { left: inForce, right: keb },
    given,
  )
  expect(combinations).toBe(2 * 2 * 30)
  const differing = new Set(differences.flatMap(({ numbers }) => numbers))
  for (let number = 0; number < combinations; number++)
    expect([number, simulate(context, combinationAt(matrix, number)).other !== null]).toEqual([
      number,
      differing.has(number),
    ])
  expect(differing.size).toBeGreaterThan(0)
})

test('a value that would change the selector is not formatted', () => {
  const request = { ...REQUEST, globalAccount: 'x,shared=true' }
  const { left, right } = compareRequest(context, { left: inForce, right: keb }, request)
  expect([left.outcome.kind, left.selectors]).toEqual(['refused', []])
  expect(right.selectors.length).toBeGreaterThan(0)
  for (const { requirements, command } of right.selectors)
    expect(`${requirements} ${command}`).not.toContain('x,shared=true')
})

test.each([
  ['aws', inForce, keb, true],
  ['aws', keb, inForce, true],
  ['aws', inForce, inForce, false],
  ['trial', inForce, keb, false],
] as const)(
  'a comparison of %s rests on an estimate where KEB counts accounts of the tenant',
  (plan, left, right, is) => {
    const { estimated, ...views } = compareRequest(context, { left, right }, { ...REQUEST, plan })
    expect([views.right.pool?.shared, estimated]).toEqual([plan === 'trial', is])
  },
)

test.each([
  [keb, inForce, true],
  [inForce, keb, true],
  [inForce, inForce, false],
] as const)('a matrix with KEB semantics is estimated', async (left, right, is) => {
  const given = { plan: ['aws'], provider: [], platformRegion: [], hyperscalerRegion: [], globalAccount: [] }
  expect((await compareRulesOnMatrix(context, { left, right }, given)).estimated).toBe(is)
})
