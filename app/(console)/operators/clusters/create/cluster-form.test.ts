import { expect, test } from 'vitest'
import { administratorsOf, clusterOf, NEW_CLUSTER } from './cluster-form.ts'

const FILLED = {
  ...NEW_CLUSTER,
  name: ' c-1 ',
  plan: 'trial',
  globalAccount: 'ga-1',
  region: 'eu-central-1',
  machineType: 'm5.xlarge',
}

test('what is typed becomes a Cluster', () => {
  expect(clusterOf({ ...FILLED, administrators: 'a@b.c\nd@e.f, a@b.c', euAccess: true })).toEqual({
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
  expect(administratorsOf({ administrators: 'a@b.c\r\nnot an email at all,, d@e.f' })).toEqual([
    'a@b.c',
    'not an email at all',
    'd@e.f',
  ])
})

test('one that is brought names its Secret and nothing that only a shoot has', () => {
  expect(clusterOf({ ...FILLED, brought: true, secretName: 'mine' }).spec).toEqual({
    kubeconfigSecretRef: { name: 'mine', key: 'config' },
  })
})

test.each([
  ['globalaccount:ga-2 || shared', 'globalaccount:ga-2 || shared'],
  ['', 'globalaccount:ga-1'],
])('the selector %j is sent as %j', (selector, sent) => {
  expect(clusterOf({ ...FILLED, selector }).spec).toMatchObject({ infrastructure: { subscriptionSelector: sent } })
})

test.each(['', 'many', '1.5'])('%j machines go as none, which the server refuses', least => {
  expect(clusterOf({ ...FILLED, least }).spec).toMatchObject({ infrastructure: { autoScalerMin: 0 } })
})
