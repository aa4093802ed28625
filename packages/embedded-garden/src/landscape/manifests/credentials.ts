import type { AccountPlan } from '#embedded-garden/landscape/accounts.ts'
import type { Place } from '#embedded-garden/landscape/place.ts'
import { timestamp } from '#embedded-garden/landscape/place.ts'
import { PROVIDERS } from '#embedded-garden/landscape/providers.ts'
import type { Random } from '#embedded-garden/landscape/random.ts'
import type { KubeObject } from '#embedded-garden/object.ts'
import { providerLabel } from './catalog.ts'

/** The credentials of an account: a Secret with dummy data, or a WorkloadIdentity. */
export function credentialsManifest(account: AccountPlan, place: Place, random: Random): KubeObject {
  return account.credential === 'Secret' ? secret(account, place, random) : workloadIdentity(account, place, random)
}

function secret(account: AccountPlan, { namespace }: Place, random: Random): KubeObject {
  const kinds = new Set(account.bindings.map(binding => binding.kind.toLowerCase()))
  const { provider } = account.pool
  const dummy = (key: string) => Buffer.from(`dummy ${key} of ${account.name}`).toString('base64')
  return {
    apiVersion: 'v1',
    kind: 'Secret',
    metadata: {
      name: account.name,
      namespace,
      uid: random.uuid(),
      creationTimestamp: timestamp(account.createdAt),
      labels: {
        [`provider.shoot.gardener.cloud/${provider}`]: 'true',
        ...Object.fromEntries([...kinds].map(kind => [`reference.gardener.cloud/${kind}`, 'true'])),
      },
      finalizers: [...kinds].map(kind => `gardener.cloud/${kind}`),
    },
    type: 'Opaque',
    data: Object.fromEntries(PROVIDERS[provider].secretKeys.map(key => [key, dummy(key)])),
  }
}

function workloadIdentity({ name, pool, createdAt }: AccountPlan, { namespace }: Place, random: Random): KubeObject {
  const uid = random.uuid()
  const { provider } = pool
  return {
    apiVersion: 'security.gardener.cloud/v1alpha1',
    kind: 'WorkloadIdentity',
    metadata: {
      name,
      namespace,
      uid,
      creationTimestamp: timestamp(createdAt),
      labels: { ...providerLabel(provider) },
      finalizers: ['gardener.cloud/credentialsbinding'],
    },
    spec: {
      audiences: [`https://identity.example.com/${provider}/${name}`],
      targetSystem: {
        type: provider,
        providerConfig: {
          apiVersion: `${provider}.provider.extensions.gardener.cloud/v1alpha1`,
          kind: 'WorkloadIdentityConfig',
          projectID: name,
        },
      },
    },
    status: { sub: `gardener.cloud:workloadidentity:${namespace}:${name}:${uid}` },
  }
}
