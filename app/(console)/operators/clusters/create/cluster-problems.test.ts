import { expect, test } from 'vitest'
import { NEW_CLUSTER } from './cluster-form.ts'
import { clusterProblems } from './cluster-problems.ts'

const FILLED = { ...NEW_CLUSTER, name: 'c-1', globalAccount: 'ga-1', region: 'eu-central-1', machineType: 'm5.xlarge' }

test('all that an empty form lacks is told at once', () => {
  expect(clusterProblems({ ...NEW_CLUSTER, least: 'x' }).map(({ field, message }) => `${field}: ${message}`)).toEqual([
    'name: enter a name',
    'spec.core.region: enter a region',
    'spec.infrastructure.machineType: enter a machine type',
    'spec.infrastructure.autoScalerMin: enter a whole number from 1 to 1,000',
    'spec.infrastructure.subscriptionSelector: enter a global account above, or which accounts it may use',
  ])
  expect(clusterProblems({ ...NEW_CLUSTER, brought: true, secretKey: '' }).map(({ field }) => field)).toEqual([
    'name',
    'spec.kubeconfigSecretRef.name',
    'spec.kubeconfigSecretRef.key',
  ])
})

test.each([
  [{}, []],
  [{ globalAccount: '', selector: 'shared' }, []],
  [{ least: '5', most: '3', region: '' }, ['enter a region', 'must not be less than the machines at least']],
  [{ zones: '11' }, ['enter a whole number from 1 to 10']],
  [{ administrators: 'a@b.c, d@e.f\nnot an email at all' }, ['write one a line, without spaces: not an email at all']],
])('with %j it says %j', (part, messages) => {
  expect(clusterProblems({ ...FILLED, ...part }).map(({ message }) => message)).toEqual(messages)
})
