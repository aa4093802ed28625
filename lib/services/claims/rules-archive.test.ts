import { expect, test, vi } from 'vitest'
import { DEFAULT_PLANS } from '#lib/hap/plans/plan.ts'
import { DEFAULT_RULES } from '#lib/hap/rules/rule.ts'
import { Ruleset } from '#lib/hap/rules/ruleset.ts'
import { policyOf } from '#lib/hap/semantics.ts'
import type { ClaimRules } from './claim-context.ts'
import { RulesArchive } from './rules-archive.ts'

function rulesOf(revision: string, texts: readonly string[]): ClaimRules {
  const { ruleset } = Ruleset.from(texts, DEFAULT_PLANS, policyOf('documented'))
  if (!ruleset) throw new Error('the rules are not valid')
  const multiAccount = { allowed: [], limits: null, minBindingsForGuard: 0 }
  return { selection: { ruleset, plans: DEFAULT_PLANS, multiAccount }, revision, settingsVersion: null }
}

test('the rules of a revision are stored once for any number of claims', async () => {
  const saveRules = vi.fn(async () => {})
  const archive = new RulesArchive({ saveRules })
  const first = rulesOf('r-1', DEFAULT_RULES)
  await Promise.all([archive.save(first), archive.save(first)])
  await archive.save(first)
  await archive.save(rulesOf('r-2', [...DEFAULT_RULES, 'aws(PR=cf-eu10)->EU']))
  expect(saveRules.mock.calls).toEqual([
    ['r-1', DEFAULT_RULES],
    ['r-2', [...DEFAULT_RULES, 'aws(PR=cf-eu10) -> EU']],
  ])
})

test('a failed write is repeated with the next claim', async () => {
  const saveRules = vi.fn(async () => {}).mockRejectedValueOnce(new Error('the database is down'))
  const archive = new RulesArchive({ saveRules })
  const rules = rulesOf('r-1', DEFAULT_RULES)
  await expect(archive.save(rules)).rejects.toThrow('the database is down')
  await archive.save(rules)
  expect(saveRules).toHaveBeenCalledTimes(2)
})
