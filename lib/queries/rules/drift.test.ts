import { expect, test } from 'vitest'
import type { GardenClient } from '#lib/garden/client/client.ts'
import { GardenError } from '#lib/garden/client/garden-error.ts'
import { DEFAULT_PLANS } from '#lib/hap/plans/plan.ts'
import { DEFAULT_RULES } from '#lib/hap/rules/rule.ts'
import { Ruleset } from '#lib/hap/rules/ruleset.ts'
import { policyOf } from '#lib/hap/semantics.ts'
import { hapRuleYaml } from '#lib/rules-file/rules-yaml.ts'
import { compareKebRules } from './drift.ts'

const place = { namespace: 'kcp-system', name: 'keb', key: 'hapRule.yaml' }
const policy = policyOf('documented')
const { ruleset } = Ruleset.from(DEFAULT_RULES, DEFAULT_PLANS, policy)

function read(data: Record<string, string> | null) {
  const get = async () => {
    if (data === null) throw new GardenError({ kind: 'not-found', doing: 'read it', because: 'it is not there.' })
    return { metadata: { name: 'keb', resourceVersion: '1' }, data }
  }
  if (!ruleset) throw new Error('not valid')
  const client = { get } as unknown as Pick<GardenClient, 'get'>
  return compareKebRules({ client, place }, { ruleset, plans: DEFAULT_PLANS, policy })
}

test('reports invalid rules of KEB with the first reason', async () => {
  const text = hapRuleYaml(['awsx', ...DEFAULT_RULES])
  expect(await read({ 'hapRule.yaml': text })).toMatchObject({
    kind: 'differs',
    changes: null,
    problem: expect.stringMatching(/^Line 2: .*awsx/),
  })
  expect(await read({ 'hapRule.yaml': hapRuleYaml(DEFAULT_RULES.toReversed()) })).toMatchObject({ kind: 'same' })
})

test.each([[null], [{}]])('reports missing rules of KEB: %j', async data => {
  expect(await read(data)).toEqual({ kind: 'missing', place })
})
