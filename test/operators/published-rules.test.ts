import { expect, test } from 'vitest'
import { DEFAULT_RULES } from '#lib/hap/rules/rule.ts'
import { findCondition } from '#lib/operators/framework/conditions.ts'
import { readGrounds } from '#lib/store/claims/claim-grounds.ts'
import { FREE } from '../claims/claim-world.ts'
import { processRules, publishTexts } from '../claims/published-rules.ts'
import { requestWorld } from './request-world.ts'

const EU = { ...FREE, euAccess: 'true' }

test('the next request uses the published rules, and its claim stores the revision', async () => {
  const { store, start, operator, request, seen } = await requestWorld({ 'open-1': FREE, 'open-2': FREE, 'eu-1': EU })
  const rules = await processRules(store)
  const running = await start('p2', rules.rules)
  await operator({ running, rules: rules.rules })
  const ready = async (name: string, reason: string) => {
    const { status } = await seen(name, one => findCondition(one.status?.conditions, 'Ready')?.reason === reason)
    return status?.bindingRef?.name
  }
  await request('before', { subscriptionSelector: 'globalaccount:t-1' })
  expect(await ready('before', 'Claimed')).toMatch(/^open-/)

  const published = await publishTexts(store, 0, ['aws -> EU', ...DEFAULT_RULES.slice(1)])
  await rules.refresh()
  await request('after', { subscriptionSelector: 'globalaccount:t-2' })
  expect(await ready('after', 'Claimed')).toBe('eu-1')
  const { claims } = await running.service.list({ offset: 0, limit: 10 })
  const claim = claims.find(({ binding }) => binding?.name === 'eu-1')
  expect(claim?.tenant).toBe('t-2')
  expect(await readGrounds(store.db, claim?.id ?? '')).toMatchObject({
    rulesRevision: published.revision,
    ruleTexts: published.texts,
    reasoning: { rule: { line: 1, text: 'aws -> EU' } },
  })

  // A pool of a kind that the request does not name: the operator uses the same revision.
  const shared = await publishTexts(store, 1, ['aws -> S', ...DEFAULT_RULES.slice(1)])
  await rules.refresh()
  expect(rules.rules().revision).toBe(shared.revision)
  await request('dedicated', { subscriptionSelector: 'globalaccount:t-3' })
  const { status } = await seen(
    'dedicated',
    one => findCondition(one.status?.conditions, 'Ready')?.reason === 'Refused',
  )
  expect(findCondition(status?.conditions, 'PoolFound')?.reason).toBe('KindNotNamed')
  expect(status?.bindingRef).toBeUndefined()
})
