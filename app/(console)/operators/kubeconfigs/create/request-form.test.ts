import { expect, test } from 'vitest'
import {
  buildRequest,
  type ClusterChoice,
  createForm,
  createRule,
  findRequestProblems,
  formatCluster,
  getDefaultCluster,
  getRulePaths,
} from './request-form.ts'

const form = {
  ...createForm('c-1'),
  name: ' compass ',
  namespace: 'compass-system',
  rules: [
    { ...createRule(1), resources: 'configmaps, pods' },
    { ...createRule(2), namespaced: true, groups: 'core apps', resources: 'secrets', verbs: 'get' },
    { ...createRule(3), resources: 'nodes' },
  ],
}

test('builds the request from the form', () => {
  expect(buildRequest(form)).toEqual({
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

test('maps problems of the API to their rule', () => {
  expect([...getRulePaths(form.rules)]).toEqual([
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
  expect(buildRequest({ ...form, hours }).spec.expiration).toBe(seconds)
})

test('reports all missing fields at once, at their rule', () => {
  const rules = [createRule(1), { ...createRule(2), namespaced: true, groups: '', resources: 'pods', verbs: ' ' }]
  expect(findRequestProblems({ ...createForm(''), hours: 'x', rules }).map(({ field }) => field)).toEqual([
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
  const form = { ...createForm('c-1'), name: 'a', hours, rules: [{ ...createRule(1), resources: 'pods' }] }
  expect(findRequestProblems(form).map(({ message }) => message)).toEqual(messages)
})

test('reports no problem for a complete form', () => {
  expect(
    findRequestProblems({ ...createForm('c-1'), name: 'a', rules: [{ ...createRule(1), resources: 'pods' }] }),
  ).toEqual([])
})

const FAILED = { name: 'broken', state: 'failed' } as const
const READY = { name: 'good', state: 'ready' } as const

test.each<[ClusterChoice, string]>([
  [READY, 'good'],
  [FAILED, 'broken (failed)'],
  [{ name: 'late', state: 'in-progress' }, 'late (in progress)'],
])('labels %j as %s', (choice, label) => {
  expect(formatCluster(choice)).toBe(label)
})

test.each([
  [[FAILED, READY], 'good'],
  [[FAILED], 'broken'],
  [[], ''],
])('from %j a new form chooses %j', (clusters, name) => {
  expect(getDefaultCluster(clusters)).toBe(name)
})
