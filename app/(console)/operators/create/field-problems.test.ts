import { expect, test } from 'vitest'
import {
  formatProblemsAt,
  formatRefusal,
  formatShownProblem,
  mergeProblems,
  requireValue,
  splitRefusal,
} from './field-problems.ts'

const REGION = { field: 'spec.core.region', message: 'enter a region' }

test('prefers problems of the form and keeps those of the API at other fields', () => {
  const ofApi = [
    { field: 'spec.core.region', message: 'use letters' },
    { field: 'spec.administrators[0]', message: 'belongs to Kubernetes' },
    { field: 'name', message: 'exists already' },
  ]
  const own = [REGION, { field: 'spec.administrators', message: 'has spaces' }]
  expect(mergeProblems(own, ofApi)).toEqual([...own, { field: 'name', message: 'exists already' }])
})

test.each([
  ['', false, undefined],
  ['', true, 'Enter a region.'],
  ['?', false, 'Enter a region.'],
])('a field with %j and all marked = %j shows %j', (value, all, message) => {
  expect(formatShownProblem({ problems: [REGION], all }, 'spec.core.region', value)).toBe(message)
})

test('reports a required field that has only blanks', () => {
  expect(requireValue('name', ' ', 'enter a name')).toEqual([{ field: 'name', message: 'enter a name' }])
  expect(requireValue('name', 'a', 'enter a name')).toEqual([])
})

const PROBLEMS = [
  { field: 'spec.administrators[0]', message: 'belongs to Kubernetes' },
  { field: 'spec.administrators[2]', message: 'belongs to Kubernetes' },
  { field: 'spec.role.rules[1]', message: 'is refused' },
  { field: 'spec.role.rules[1].verbs', message: 'name at least one' },
  { field: 'spec.cluster', message: 'The Cluster has no shoot.' },
]

test.each([
  ['spec.administrators', 'Belongs to Kubernetes.'],
  ['spec.role.rules[1]', 'Is refused. Name at least one.'],
  ['spec.role.rules[1].verbs', 'Name at least one.'],
  ['spec.role.rules[11]', undefined],
  ['spec.cluster', 'The Cluster has no shoot.'],
  ['spec.admin', undefined],
])('at %s it shows %j', (field, words) => {
  expect(formatProblemsAt(PROBLEMS, field)).toBe(words)
})

const SELECTOR = { field: 'spec.subscriptionSelector', message: 'a second global account is named' }
const REASON = { field: 'reason', message: 'a reason is required' }

test.each([
  ['a problem shown at its field', [SELECTOR], null, [SELECTOR]],
  ['a problem shown nowhere else', [SELECTOR, REASON], 'reason: a reason is required.', [SELECTOR]],
  ['not about fields is the reason of the answer', null, 'Not now.', []],
])('a message for %s', (_words, given, words, problems) => {
  const failed = { kind: 'no-answer', status: 503, reason: 'Not now.' } as const
  expect(splitRefusal(given ? { kind: 'invalid', problems: given } : failed)).toEqual({ words, problems })
})

test.each([
  ['hides a problem that its field shows', [SELECTOR], ''],
  ['shows a problem that no field shows', [], 'spec.subscriptionSelector: a second global account is named.'],
])('%s', (_words, shown, words) => {
  expect(formatRefusal({ words: null, problems: [SELECTOR] }, shown)).toBe(words)
})
