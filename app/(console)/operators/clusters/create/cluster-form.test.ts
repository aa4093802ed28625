import { expect, test } from 'vitest'
import {
  buildCluster,
  findClusterProblems,
  formatSelectorProblem,
  NEW_CLUSTER,
  parseAdministrators,
} from './cluster-form.ts'

const FILLED = {
  ...NEW_CLUSTER,
  name: ' c-1 ',
  plan: 'trial',
  globalAccount: 'ga-1',
  region: 'eu-central-1',
  machineType: 'm5.xlarge',
}

test('builds the Cluster from the form', () => {
  expect(buildCluster({ ...FILLED, administrators: 'a@b.c\nd@e.f, a@b.c', euAccess: true })).toEqual({
    name: 'c-1',
    labels: { plan: 'trial', globalaccountid: 'ga-1', subaccountid: '' },
    spec: {
      core: { region: 'eu-central-1', purpose: 'production' },
      infrastructure: {
        provider: 'aws',
        machineType: 'm5.xlarge',
        autoScalerMin: 3,
        autoScalerMax: 20,
        numberOfZones: 3,
        subscriptionSelector: 'globalaccount:ga-1',
      },
      euAccess: true,
      administrators: ['a@b.c', 'd@e.f'],
    },
  })
})

test('administrators are split at lines and commas only', () => {
  expect(parseAdministrators({ administrators: 'a@b.c\r\nnot an email at all,, d@e.f' })).toEqual([
    'a@b.c',
    'not an email at all',
    'd@e.f',
  ])
})

test('an imported Cluster names its Secret and has no infrastructure', () => {
  expect(buildCluster({ ...FILLED, brought: true, secretName: 'mine' }).spec).toEqual({
    kubeconfigSecretRef: { name: 'mine', key: 'config' },
  })
})

test.each([
  ['globalaccount:ga-2 || shared', 'globalaccount:ga-2 || shared'],
  ['', 'globalaccount:ga-1'],
])('the selector %j is sent as %j', (selector, sent) => {
  expect(buildCluster({ ...FILLED, selector }).spec).toMatchObject({ infrastructure: { subscriptionSelector: sent } })
})

test.each(['', 'many', '1.5'])('sends %j machines as 0, which the API refuses', least => {
  expect(buildCluster({ ...FILLED, least }).spec).toMatchObject({ infrastructure: { autoScalerMin: 0 } })
})

const VALID = { ...NEW_CLUSTER, name: 'c-1', globalAccount: 'ga-1', region: 'eu-central-1', machineType: 'm5.xlarge' }

test('reports all missing fields of an empty form at once', () => {
  expect(
    findClusterProblems({ ...NEW_CLUSTER, least: 'x' }).map(({ field, message }) => `${field}: ${message}`),
  ).toEqual([
    'name: enter a name',
    'spec.core.region: enter a region',
    'spec.infrastructure.machineType: enter a machine type',
    'spec.infrastructure.autoScalerMin: enter a whole number from 1 to 1,000',
    'spec.infrastructure.subscriptionSelector: enter a global account above, or an account selector',
  ])
  expect(findClusterProblems({ ...NEW_CLUSTER, brought: true, secretKey: '' }).map(({ field }) => field)).toEqual([
    'name',
    'spec.kubeconfigSecretRef.name',
    'spec.kubeconfigSecretRef.key',
  ])
})

test.each([
  [{}, []],
  [{ globalAccount: '', selector: 'shared' }, []],
  [{ least: '5', most: '3', region: '' }, ['enter a region', 'must not be less than the minimum number of nodes']],
  [{ zones: '11' }, ['enter a whole number from 1 to 10']],
  [
    { administrators: 'a@b.c, d@e.f\nnot an email at all' },
    ['write one per line, without spaces: not an email at all'],
  ],
])('with %j it reports %j', (part, messages) => {
  expect(findClusterProblems({ ...VALID, ...part }).map(({ message }) => message)).toEqual(messages)
})

const SELECTOR = { field: 'spec.infrastructure.subscriptionSelector', message: 'at character 1: no id' }
const LABEL = { field: 'labels.globalaccountid', message: 'use letters' }

test.each([
  ['an empty one beside a wrong global account', '', [SELECTOR, LABEL], undefined],
  ['an empty selector with a valid global account', '', [SELECTOR], 'At character 1: no id.'],
  ['a typed selector', 'a||b', [SELECTOR, LABEL], 'At character 1: no id.'],
])('%s', (_, selector, problems, said) => {
  expect(formatSelectorProblem({ selector }, { problems, all: true })).toBe(said)
})
