import { expect, test } from 'vitest'
import type { KubeObject } from '#lib/garden/resources/objects.ts'
import { secretRefusal } from './find-target.ts'

type Metadata = NonNullable<KubeObject['metadata']>

const owner = (apiVersion: string, kind: string): Metadata => ({
  ownerReferences: [{ apiVersion, kind, name: 'o', uid: 'u' }],
})
const label = (key: string, value = 'true'): Metadata => ({ labels: { [key]: value } })

test.each<readonly [string, Metadata]>([
  ['without a mark', {}],
  ['that a tool of the bringer made', label('app.kubernetes.io/managed-by', 'Helm')],
  ['of an ExternalSecret', owner('external-secrets.io/v1', 'ExternalSecret')],
  ['that goes with the Cluster', owner('operator.kyma-project.io/v1alpha1', 'Cluster')],
  ['under a domain that only sounds alike', label('notgardener.cloud/role')],
  ['with a word that stands alone', label('kyma-project.io')],
  [
    'that kubectl applied',
    { annotations: { 'kubectl.kubernetes.io/last-applied-configuration': 'gardener.cloud/role' } },
  ],
  ['of a team of its own', { labels: { shared: 'true', team: 'a' }, finalizers: ['example.com/keep'] }],
])('a Secret %s is accepted', (_, metadata) => {
  expect(secretRefusal({ metadata })).toBeNull()
})

test.each<readonly [string, Metadata, string]>([
  [
    'issued to a request',
    owner('operator.kyma-project.io/v1alpha1', 'KubeconfigRequest'),
    'it was issued to a KubeconfigRequest (see its owner operator.kyma-project.io/v1alpha1 KubeconfigRequest)',
  ],
  [
    'issued to a request, whose owner reference was removed',
    label('app.kubernetes.io/managed-by', 'hap-kubeconfig-operator'),
    'it was issued to a KubeconfigRequest (see its label app.kubernetes.io/managed-by)',
  ],
  [
    'that ends a token in a cluster',
    label('operator.kyma-project.io/kubeconfig-request', 'uid'),
    'Kyma uses it (see its label operator.kyma-project.io/kubeconfig-request)',
  ],
  [
    'with the record of issues',
    { annotations: { 'operator.kyma-project.io/kubeconfig-issues': '{}' } },
    'Kyma uses it (see its annotation operator.kyma-project.io/kubeconfig-issues)',
  ],
  [
    'of a runtime',
    label('operator.kyma-project.io/cluster-name', 'c'),
    'Kyma uses it (see its label operator.kyma-project.io/cluster-name)',
  ],
  [
    'of a Kyma',
    owner('operator.kyma-project.io/v1beta2', 'Kyma'),
    'Kyma uses it (see its owner operator.kyma-project.io/v1beta2 Kyma)',
  ],
  [
    'of the console',
    label('hap.kyma-project.io/purpose', 'x'),
    'Kyma uses it (see its label hap.kyma-project.io/purpose)',
  ],
  ['of a Gardener', label('gardener.cloud/role', 'kubeconfig'), 'Gardener uses it (see its label gardener.cloud/role)'],
  [
    'of an older Gardener',
    label('garden.sapcloud.io/role'),
    'Gardener uses it (see its label garden.sapcloud.io/role)',
  ],
  [
    'that a binding names',
    { finalizers: ['gardener.cloud/secretbinding'] },
    'Gardener uses it (see its finalizer gardener.cloud/secretbinding)',
  ],
  [
    'of a provider',
    label('provider.shoot.gardener.cloud/aws'),
    'Gardener uses it (see its label provider.shoot.gardener.cloud/aws)',
  ],
  [
    'of an account',
    label('hyperscalerType', 'aws'),
    'it contains the credentials of an account of a pool (see its label hyperscalerType)',
  ],
  [
    'of an account of old',
    label('tenant-name', 'ga'),
    'it contains the credentials of an account of a pool (see its label tenant-name)',
  ],
])('a Secret %s is refused', (_, metadata, why) => {
  expect(secretRefusal({ metadata: { name: 'way', ...metadata } })).toBe(
    `The Secret way is not used as the kubeconfig of a cluster: ${why}. Store the kubeconfig of an administrator in a separate Secret.`,
  )
})
