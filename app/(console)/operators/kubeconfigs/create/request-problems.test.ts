import { expect, test } from 'vitest'
import { newForm, newRule } from './request-form.ts'
import { requestProblems } from './request-problems.ts'

test('all that a request lacks is told at once, at its rule', () => {
  const rules = [newRule(1), { ...newRule(2), namespaced: true, groups: '', resources: 'pods', verbs: ' ' }]
  expect(requestProblems({ ...newForm([]), hours: 'x', rules }).map(({ field }) => field)).toEqual([
    'name',
    'spec.cluster',
    'spec.expiration',
    'spec.clusterRole.rules[0].resources',
    'spec.role.rules[0].apiGroups',
    'spec.role.rules[0].verbs',
    'spec.role.namespace',
  ])
})

test('of one that is filled nothing is told', () => {
  expect(requestProblems({ ...newForm(['c-1']), name: 'a', rules: [{ ...newRule(1), resources: 'pods' }] })).toEqual([])
})
