import { expect, test } from 'vitest'
import { MAX_CASES } from '#lib/hap/cases/cases-document.ts'
import { runCases } from '#lib/hap/cases/run-cases.ts'
import { policyOf } from '#lib/hap/semantics.ts'
import { simulate } from '#lib/queries/simulator/simulate.ts'
import { landscapeContext } from '#lib/queries/testing/landscape-context.ts'
import { readCasesFile } from '#lib/rules-file/cases-file.ts'
import { CASES_DRAFT } from '../rules/tab-drafts.ts'
import { buildCase, pinCase } from './pin-case.ts'

const { context } = landscapeContext('small')
const PUBLISHED = 'cases: # published\n  - { name: p, request: { plan: gdch }, expect: no rule }\n'
const EU = { plan: 'aws', provider: 'aws', platformRegion: 'cf-eu11', hyperscalerRegion: '', globalAccount: '' }

test.each([
  [EU, 'aws · cf-eu11: pool aws · EU'],
  [{ ...EU, globalAccount: 'ga-1' }, 'aws · cf-eu11 · ga-1: pool aws · EU'],
  [{ ...EU, plan: 'trial', platformRegion: '' }, 'trial · aws: pool aws · shared'],
  [{ ...EU, plan: 'alicloud', provider: '', platformRegion: '' }, 'alicloud: no rule'],
  [{ ...EU, provider: 'gcp', platformRegion: '' }, 'aws · gcp: refused'],
])('pins %j as a passing case', (request, name) => {
  const pinned = buildCase(request, simulate(context, request).decision, new Set<string>())
  expect(pinned.name).toBe(name)
  const results = runCases([pinned], { ...context.rules, policy: policyOf('documented') })
  expect(results[0]).toMatchObject({ passed: true })
})

test('gives a request that is pinned twice two names', () => {
  CASES_DRAFT.set('user-1', '# mine\ncases:\n')
  const { decision } = simulate(context, EU)
  const names = ['aws · cf-eu11: pool aws · EU', 'aws · cf-eu11: pool aws · EU (2)']
  for (const name of names) expect(pinCase('user-1', PUBLISHED, EU, decision)).toEqual({ name })
  const read = readCasesFile(new TextEncoder().encode(CASES_DRAFT.get('user-1') ?? ''))
  expect('cases' in read && read.cases.map(({ name }) => name)).toEqual(names)
  expect(CASES_DRAFT.get('user-2')).toBeNull()
})

test('adds to the published cases without a draft', () => {
  CASES_DRAFT.set('user-1', null)
  const { decision } = simulate(context, EU)
  pinCase('user-1', PUBLISHED, EU, decision)
  const text = CASES_DRAFT.get('user-1') ?? ''
  expect(text).toContain('# published')
  const read = readCasesFile(new TextEncoder().encode(text))
  expect('cases' in read && read.cases.map(({ name }) => name)).toEqual(['p', 'aws · cf-eu11: pool aws · EU'])
})

test.each([
  ['that cannot be read', '# of another form\ncases: 7\n', '`cases` is not a list.'],
  [
    'of which there are as many as can be',
    `cases:\n${Array.from({ length: MAX_CASES }, (_, n) => `  - {name: c${n}, request: {plan: aws}, expect: no rule}\n`).join('')}`,
    'There are 2,001 cases; at most 2,000 are read.',
  ],
])('leaves cases %s unchanged', (_, text, problem) => {
  CASES_DRAFT.set('user-1', text)
  const { decision } = simulate(context, EU)
  expect(pinCase('user-1', PUBLISHED, EU, decision)).toEqual({ problem: expect.stringContaining(problem) })
  expect(CASES_DRAFT.get('user-1')).toBe(text)
})
