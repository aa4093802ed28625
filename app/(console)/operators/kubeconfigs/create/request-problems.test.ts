import { expect, test } from 'vitest'
import { newForm, newRule } from './request-form.ts'
import { requestProblems } from './request-problems.ts'

test('all that a request lacks is told at once, at its rule', () => {
  const rules = [newRule(1), { ...newRule(2), namespaced: true, groups: '', resources: 'pods', verbs: ' ' }]
  expect(requestProblems({ ...newForm(''), hours: 'x', rules }).map(({ field }) => field)).toEqual([
    'name',
    'spec.cluster',
    'spec.expiration',
    'spec.clusterRole.rules[0].resources',
    'spec.role.rules[0].apiGroups',
    'spec.role.rules[0].verbs',
    'spec.role.namespace',
  ])
})

test.each([
  ['0.1', ['enter at least 0.17 hours, ten minutes']],
  ['0.17', []],
  ['720', []],
  ['720.5', ['enter at most 720 hours, 30 days']],
  ['-1', ['enter a number of hours']],
])('a lifetime of %s hours: %j', (hours, messages) => {
  const form = { ...newForm('c-1'), name: 'a', hours, rules: [{ ...newRule(1), resources: 'pods' }] }
  expect(requestProblems(form).map(({ message }) => message)).toEqual(messages)
})

test('of one that is filled nothing is told', () => {
  expect(requestProblems({ ...newForm('c-1'), name: 'a', rules: [{ ...newRule(1), resources: 'pods' }] })).toEqual([])
})
