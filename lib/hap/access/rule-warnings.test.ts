import { expect, test } from 'vitest'
import { findRuleWarnings } from './rule-warnings.ts'

const rule = (resources: readonly string[], verbs: readonly string[], group = '') => ({
  apiGroups: [group],
  resources,
  verbs,
})

test('warns of Secrets and workloads that a role may create in a namespace', () => {
  const rules = [rule(['secrets', 'configmaps'], ['get', 'create']), rule(['deployments'], ['patch'], 'apps')]
  const role = { namespace: 'compass-system', rules }
  expect(findRuleWarnings({ clusterRules: [], role })).toEqual([
    {
      path: 'spec.role.rules[0]',
      message:
        '"create" on secrets in compass-system reaches further than it states: a Secret of type kubernetes.io/service-account-token receives the token of any ServiceAccount there.',
    },
    {
      path: 'spec.role.rules[1]',
      message:
        '"patch" on deployments in compass-system reaches further than it states: a pod can use every Secret and every ServiceAccount there.',
    },
  ])
})

test('does not warn of reads, of other resources, and of rules of the whole cluster', () => {
  const role = { namespace: 'compass-system', rules: [rule(['secrets'], ['get']), rule(['configmaps'], ['create'])] }
  expect(findRuleWarnings({ clusterRules: [rule(['applications'], ['create'])], role })).toEqual([])
})
