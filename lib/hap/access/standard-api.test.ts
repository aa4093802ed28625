import { expect, test } from 'vitest'
import type { AccessRule } from './access-rule.ts'
import { findIdleRules } from './idle-rules.ts'
import { standardDiscovery } from './standard-api.ts'

const on = (groups: string, resources: string, verbs = 'get'): AccessRule => ({
  apiGroups: groups.split(' ').map(group => (group === 'core' ? '' : group)),
  resources: resources.split(' '),
  verbs: verbs.split(' '),
})

test.each([
  ['valid rules', on('core apps', 'pods deployments pods/log', 'get list watch'), []],
  ['a kind', on('core', 'Pod'), ['Pod → pods']],
  ['an unknown verb', on('core', 'pods', 'get fly'), ['fly → null']],
  ['both', on('core', 'Pod', 'fly'), ['Pod → pods', 'fly → null']],
  ['a group with its version', on('apps/v1', 'Deployment'), ['apps/v1 → apps', 'Deployment → deployments']],
  ['the begin of a group', on('networking', 'ingresses'), ['networking → networking.k8s.io']],
  ['a resource of another group', on('core', 'deployments'), ['deployments → deployments']],
  ['a group that an extension may install', on('serving.knative.dev', 'services revisions', 'get fly'), []],
  [
    'one of these with its version, and a kind',
    on('serving.knative.dev/v1', 'Revision'),
    ['serving.knative.dev/v1 → serving.knative.dev', 'Revision → revisions'],
  ],
  [
    'a verb that something installed may know',
    on('core serverless.kyma-project.io', 'pods/log functions', 'get list watch'),
    [],
  ],
  ['a verb on a wildcard', on('core', '* pods/log', 'get list'), []],
  ['resources of the kubelet only', on('core', 'nodes/metrics nodes/stats'), []],
  ['any group', on('*', 'revisions pods'), []],
  ['a group of which releases differ', on('resource.k8s.io', 'resourceclaims'), []],
])('without discovery of the cluster: %s', (_name, rule, expected) => {
  const access = { clusterRules: [rule], role: null }
  const { words } = findIdleRules(access, standardDiscovery(access))
  expect(words.map(({ written, suggestion }) => `${written} → ${suggestion}`)).toEqual(expected)
})
