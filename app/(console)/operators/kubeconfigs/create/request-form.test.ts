import { expect, test } from 'vitest'
import { newForm, newRule, pathsOfRules, requestOf } from './request-form.ts'

const form = {
  ...newForm('c-1'),
  name: ' compass ',
  namespace: 'compass-system',
  rules: [
    { ...newRule(1), resources: 'configmaps, pods' },
    { ...newRule(2), namespaced: true, groups: 'core apps', resources: 'secrets', verbs: 'get' },
    { ...newRule(3), resources: 'nodes' },
  ],
}

test('what is typed becomes a request', () => {
  expect(requestOf(form)).toEqual({
    name: 'compass',
    spec: {
      cluster: 'c-1',
      clusterRole: {
        rules: [
          { apiGroups: [''], resources: ['configmaps', 'pods'], verbs: ['get', 'list', 'watch'] },
          { apiGroups: [''], resources: ['nodes'], verbs: ['get', 'list', 'watch'] },
        ],
      },
      role: {
        namespace: 'compass-system',
        rules: [{ apiGroups: ['', 'apps'], resources: ['secrets'], verbs: ['get'] }],
      },
      expiration: 86_400,
    },
  })
})

test('problems of the server find their rule', () => {
  expect([...pathsOfRules(form.rules)]).toEqual([
    [1, 'spec.clusterRole.rules[0]'],
    [2, 'spec.role.rules[0]'],
    [3, 'spec.clusterRole.rules[1]'],
  ])
})

test.each([
  ['0.5', 1_800],
  ['', 0],
  ['soon', 0],
])('%j hours are %s seconds', (hours, seconds) => {
  expect(requestOf({ ...form, hours }).spec.expiration).toBe(seconds)
})
