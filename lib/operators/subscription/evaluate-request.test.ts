import { expect, test } from 'vitest'
import { DEFAULT_PLANS } from '#lib/hap/plans/plan.ts'
import { Ruleset } from '#lib/hap/rules/ruleset.ts'
import { policyOf } from '#lib/hap/semantics.ts'
import { parseSubscriptionSelector } from '#lib/hap/subscription-selector.ts'
import { evaluatePool } from './evaluate-request.ts'

const { ruleset } = Ruleset.from(
  ['aws', 'aws(PR=cf-eu11) -> EU', 'gcp(PR=cf-sa30) -> PR', 'trial -> S', 'azure -> HR', 'free'],
  { ...DEFAULT_PLANS, required: new Set() },
  policyOf('documented'),
)
if (ruleset === null) throw new Error('the rules are not valid')
const selection = { ruleset, plans: DEFAULT_PLANS, multiAccount: { allowed: [], limits: null, minBindingsForGuard: 0 } }

const verdict = (text: string, request: object) => {
  const parsed = parseSubscriptionSelector(text)
  if (!('selector' in parsed)) throw new Error('the selector is not valid')
  const bare = { plan: 'aws', provider: 'aws', platformRegion: '', hyperscalerRegion: '', globalAccount: 'ga-1' }
  const orders = [{ request: { ...bare, ...request }, key: 'k' }] as const
  return evaluatePool({ kind: 'orders', orders, selector: parsed.selector }, selection, 0)
}
const pool = (hyperscalerType: string, shared = false, euAccess = false) => ({ hyperscalerType, shared, euAccess })

test.each([
  ['ga-1', {}, pool('aws'), 'RuleMatched', 'Rule aws selects pool aws.'],
  ['ga-1 || shared', { platformRegion: 'cf-eu11' }, pool('aws', false, true), 'RuleMatched', /pool aws · EU\.$/],
  ['shared || ga-1', { plan: 'trial' }, pool('aws', true), 'RuleMatched', 'Rule trial -> S selects pool aws · shared.'],
  ['shared', {}, null, 'KindNotNamed', /names shared accounts only: add globalaccount:<id> \|\|/],
  ['ga-1', { plan: 'trial' }, null, 'KindNotNamed', /names no shared accounts: add \|\| shared/],
  ['ga-1', { plan: 'gcp', provider: 'gcp' }, null, 'NoRule', /^No rule of plan gcp matches/],
  ['ga-1', { plan: 'preview' }, null, 'NoRule', 'No rule names plan preview.'],
  ['ga-1', { plan: 'nonsense' }, null, 'RequestRefused', 'Unknown plan "nonsense".'],
  ['ga-1', { provider: 'gcp' }, null, 'RequestRefused', /^Plan aws runs on aws, not on "gcp"/],
  ['ga-1', { plan: 'azure', provider: 'azure' }, null, 'RequestRefused', /hyperscaler region/],
])('selector %s, request %j', (selector, request, expected, reason, message) => {
  const found = verdict(selector, request)
  expect(found).toMatchObject({ pool: expected, reason })
  expect(found.message).toMatch(message)
})
