import { describe, expect, test } from 'vitest'
import type { AccessRule } from './access-rule.ts'
import type { DiscoveredResource, Discovery } from './discovery.ts'
import { describeIdleEntry, findIdleRules } from './idle-rules.ts'

const ALL = ['create', 'delete', 'deletecollection', 'get', 'list', 'patch', 'update', 'watch']

function resource(name: string, kind: string, more: Partial<DiscoveredResource> = {}): DiscoveredResource {
  return { name, kind, singular: kind.toLowerCase(), shortNames: [], namespaced: true, verbs: ALL, ...more }
}

const DISCOVERY: Discovery = {
  groups: new Map<string, DiscoveredResource[] | null>([
    [
      '',
      [
        resource('pods', 'Pod', { shortNames: ['po'] }),
        resource('pods/log', 'Pod', { verbs: ['get'], singular: '' }),
        resource('secrets', 'Secret'),
        resource('nodes', 'Node', { namespaced: false }),
      ],
    ],
    ['apps', [resource('deployments', 'Deployment', { shortNames: ['deploy'] })]],
    ['application-connector.kyma-project.io', [resource('applications', 'Application', { namespaced: false })]],
    ['networking.k8s.io', [resource('networkpolicies', 'NetworkPolicy')]],
    [
      'authorization.k8s.io',
      [resource('subjectaccessreviews', 'SubjectAccessReview', { verbs: ['create'], namespaced: false })],
    ],
    ['unasked.example.com', null],
  ]),
}

const on = (groups: string, resources: string, verbs = 'get'): AccessRule => ({
  apiGroups: groups.split(' ').map(group => (group === 'core' ? '' : group)),
  resources: resources.split(' '),
  verbs: verbs.split(' '),
})

const inCluster = (rule: AccessRule) => findIdleRules({ clusterRules: [rule], role: null }, DISCOVERY)

test('finds the mistakes in the example of the seed, with corrections', () => {
  const report = findIdleRules(
    {
      clusterRules: [
        on('application-connector.kyma-project.io/v1alpha1', 'Application', 'create get watch update delete'),
      ],
      role: { namespace: 'compass-system', rules: [on('*', 'Secret', 'create get update delete')] },
    },
    DISCOVERY,
  )
  expect(report.words.map(({ path, suggestion }) => [path, suggestion])).toEqual([
    ['spec.clusterRole.rules[0].apiGroups[0]', 'application-connector.kyma-project.io'],
    ['spec.clusterRole.rules[0].resources[0]', 'applications'],
    ['spec.role.rules[0].resources[0]', 'secrets'],
  ])
  expect(report.grantsNothing).toBe(true)
  expect(report.words.map(describeIdleEntry)[0]).toBe(
    'spec.clusterRole.rules[0].apiGroups[0]: "application-connector.kyma-project.io/v1alpha1" grants nothing: an API group is written without its version. Write "application-connector.kyma-project.io".',
  )
})

describe('a rule with one wrong word', () => {
  test.each([
    ['the core group by a name', on('v1', 'pods'), 'v1', ''],
    ['the core group in words', on('core/v1', 'pods'), 'core/v1', ''],
    ['a group in the wrong case', on('Apps', 'deployments'), 'Apps', 'apps'],
    ['the begin of a group', on('networking', 'networkpolicies'), 'networking', 'networking.k8s.io'],
    ['an unknown group', on('nowhere.example.com', 'pods'), 'nowhere.example.com', null],
    [
      'an unknown group with a version',
      on('nowhere.example.com/v1', 'pods'),
      'nowhere.example.com/v1',
      'nowhere.example.com',
    ],
    ['a kind', on('core', 'Pod'), 'Pod', 'pods'],
    ['a kind with an irregular plural', on('networking.k8s.io', 'NetworkPolicy'), 'NetworkPolicy', 'networkpolicies'],
    ['a singular', on('core', 'secret'), 'secret', 'secrets'],
    ['a short name', on('apps', 'deploy'), 'deploy', 'deployments'],
    ['the wrong case', on('core', 'Pods'), 'Pods', 'pods'],
    ['a subresource of a kind', on('core', 'Pod/log'), 'Pod/log', 'pods/log'],
    ['a resource with its group', on('apps', 'deployments.apps'), 'deployments.apps', 'deployments'],
    ['an unknown resource', on('core', 'potatoes'), 'potatoes', null],
    ['an unknown kind', on('core', 'Policy'), 'Policy', 'policies'],
    ['a wildcard below a resource', on('core', 'pods/*'), 'pods/*', null],
    ['a verb in the wrong case', on('core', 'pods', 'Get'), 'Get', 'get'],
    ['a verb of no resource', on('core', 'pods', 'read'), 'read', 'get'],
    ['a verb that the resource lacks', on('core', 'pods/log', 'get watch'), 'watch', null],
  ])('%s', (_name, rule, written, suggestion) => {
    const [word, ...others] = inCluster(rule).words.filter(each => each.written === written)
    expect(others).toEqual([])
    expect(word?.suggestion).toBe(suggestion)
  })
})

test('finds a resource of another group', () => {
  const [word] = inCluster(on('core', 'deployments')).words
  expect(word).toMatchObject({ message: 'that resource is in the API group apps', suggestion: 'deployments' })
})

test('a cluster-scoped resource in a role grants nothing', () => {
  const role = { namespace: 'x', rules: [on('core', 'nodes')] }
  const { words, grantsNothing } = findIdleRules({ clusterRules: [], role }, DISCOVERY)
  expect(words[0]?.message).toMatch(/belongs to no namespace/)
  expect(grantsNothing).toBe(true)
})

test.each([
  ['a rule without fault', on('core apps', 'pods deployments', 'get list'), false],
  ['verbs of which one is known', on('core', 'pods', 'get fly'), false],
  ['verbs of which none is known', on('core', 'pods', 'fly'), true],
  ['a kind beside a resource', on('core', 'Pod secrets'), false],
  ['everything', on('*', '*', '*'), false],
  ['a verb of the authorizer', on('core', 'nodes', 'impersonate'), false],
  ['an unknown group', on('nowhere.example.com', '*'), true],
  ['a group that was not asked', on('unasked.example.com', 'things'), false],
  ['URLs', { verbs: ['get'], nonResourceURLs: ['/healthz'] }, false],
])('%s: grants nothing = %s', (_name, rule, idle) => {
  expect(inCluster(rule).grantsNothing).toBe(idle)
})

test('compares thousands of words with thousands of resources quickly', () => {
  const resource = (name: string) => ({
    ...{ name, kind: name.toUpperCase(), singular: `${name}s`, shortNames: ['a'], namespaced: true, verbs: ['get'] },
  })
  const groups = new Map(
    Array.from({ length: 1_000 }, (_, g) => [`g${g}`, Array.from({ length: 10 }, (_x, i) => resource(`r${g}x${i}`))]),
  )
  const clusterRules = Array.from({ length: 50 }, (_, k) => ({
    verbs: ['get'],
    apiGroups: ['g1'],
    resources: Array.from({ length: 50 }, (_x, i) => `word${k}x${i}`),
  }))
  const begun = performance.now()
  expect(findIdleRules({ clusterRules, role: null }, { groups }).words).toHaveLength(2_500)
  expect(performance.now() - begun).toBeLessThan(2_000)
})
