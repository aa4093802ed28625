import type { JsonObject } from '#embedded-garden/json.ts'
import type { AccountPlan, BindingPlan } from '#embedded-garden/landscape/accounts.ts'
import type { Place } from '#embedded-garden/landscape/place.ts'
import { timestamp } from '#embedded-garden/landscape/place.ts'
import type { Random } from '#embedded-garden/landscape/random.ts'
import type { KubeObject } from '#embedded-garden/object.ts'
import { providerLabel, TRIAL_QUOTA } from './catalog.ts'
import { managed, ownedKeys } from './metadata.ts'

const API_VERSIONS = {
  SecretBinding: 'core.gardener.cloud/v1beta1',
  CredentialsBinding: 'security.gardener.cloud/v1alpha1',
} as const

export function bindingManifest(account: AccountPlan, plan: BindingPlan, place: Place, random: Random): KubeObject {
  const { provider } = account.pool
  const quotas = account.pool.nickname === 'trial' ? [{ name: TRIAL_QUOTA, namespace: place.namespace }] : null
  return {
    apiVersion: API_VERSIONS[plan.kind],
    kind: plan.kind,
    metadata: metadata(account, plan, place, random),
    provider: { type: provider },
    ...reference(account, plan, place),
    ...(quotas === null ? {} : { quotas }),
  }
}

function reference(account: AccountPlan, { kind }: BindingPlan, { namespace }: Place): JsonObject {
  const { name, credential } = account
  if (kind === 'SecretBinding') return { secretRef: { name, namespace } }
  const apiVersion = credential === 'Secret' ? 'v1' : 'security.gardener.cloud/v1alpha1'
  return { credentialsRef: { apiVersion, kind: credential, name, namespace } }
}

function metadata(account: AccountPlan, plan: BindingPlan, { namespace }: Place, random: Random): JsonObject {
  const { labels, annotations, createdAt, deletedAt } = plan
  const apiVersion = API_VERSIONS[plan.kind]
  return {
    name: plan.name,
    namespace,
    uid: random.uuid(),
    creationTimestamp: timestamp(createdAt),
    ...(deletedAt === null ? {} : { deletionTimestamp: timestamp(deletedAt), deletionGracePeriodSeconds: 0 }),
    labels: { ...labels, ...providerLabel(account.pool.provider) },
    ...(Object.keys(annotations).length === 0 ? {} : { annotations: { ...annotations } }),
    finalizers: ['gardener'],
    managedFields: [
      managed('hap-provisioner', apiVersion, createdAt, {
        'f:metadata': { 'f:labels': { '.': {}, 'f:hyperscalerType': {} } },
        'f:provider': { '.': {}, 'f:type': {} },
        [plan.kind === 'SecretBinding' ? 'f:secretRef' : 'f:credentialsRef']: {},
      }),
      managed('gardener-controller-manager', apiVersion, createdAt, {
        'f:metadata': { 'f:finalizers': { '.': {}, 'v:"gardener"': {} } },
      }),
      managed('kyma-environment-broker', apiVersion, account.since, {
        'f:metadata': { 'f:annotations': ownedKeys(annotations), 'f:labels': ownedKeys(labels) },
      }),
    ],
  }
}
