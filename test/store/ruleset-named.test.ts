import { expect, test } from 'vitest'
import { formatRule } from '#lib/hap/rules/rule.ts'
import { type RulesReference, resolveRuleset } from '#lib/queries/rules/revisions.ts'
import { landscapeContext } from '#lib/queries/testing/landscape-context.ts'
import { savePublication } from '#lib/store/publications.ts'
import { testStore } from './test-store.ts'

const { context } = landscapeContext('small')
const IN_FORCE = context.rules.ruleset.rules.map(formatRule)

test('resolves rules by their reference, or explains why not', async () => {
  const store = await testStore()
  const publish = (basedOn: number, texts: readonly string[]) =>
    savePublication(store, {
      basedOn,
      rules: { revision: `r-${basedOn}`, texts },
      start: { revision: 'start', texts: IN_FORCE.toReversed() },
      document: '',
      restores: null,
      actor: 'Ada Admin',
      role: 'admin',
      reason: 'test',
      ticket: null,
      impact: null,
      cases: [],
      pinned: '',
      overrideReason: null,
      at: new Date('2026-11-23T10:00:00Z'),
    })
  const named = async (name: RulesReference) => {
    const found = await resolveRuleset(name, store.db, context)
    return 'problem' in found ? found.problem : found.ruleset.rules.map(formatRule)
  }
  expect(await named({ kind: 'in-force' })).toEqual(IN_FORCE)
  expect(await named({ kind: 'revision', number: 0 })).toBe('There is no revision 0.')
  await publish(0, [...IN_FORCE, 'aws(PR=cf-us10)'])
  await publish(1, ['no-such-plan'])
  expect(await named({ kind: 'revision', number: 0 })).toEqual(IN_FORCE.toReversed())
  expect(await named({ kind: 'revision', number: 1 })).toEqual([...IN_FORCE, 'aws(PR=cf-us10)'])
  expect(await named({ kind: 'revision', number: 2 })).toMatch(
    /^The rules of revision 2 are not valid with the current plans/,
  )
  expect(await named({ kind: 'revision', number: 3 })).toBe('There is no revision 3.')
  const draft = `hap:\n  rule:\n${[...IN_FORCE, 'gcp(PR=cf-us10)'].map(text => `    - ${text}\n`).join('')}`
  expect(await named({ kind: 'draft', text: draft })).toEqual([...IN_FORCE, 'gcp(PR=cf-us10)'])
  expect(await named({ kind: 'draft', text: 'hap: [' })).toBe('Fix the errors in the editor first.')
})
