import type { GardenClient } from '#lib/garden/client/client.ts'
import { isNotFound } from '#lib/garden/client/garden-error.ts'
import type { KubeObject } from '#lib/garden/resources/objects.ts'
import { CREDENTIALS_BINDINGS, SECRETS } from '#lib/garden/resources/resource.ts'
import { SUBSCRIPTION_REQUESTS } from '#lib/operators/api/resources.ts'
import type { SubscriptionRequest } from '#lib/operators/api/subscription-request.ts'
import { findCondition } from '#lib/operators/framework/conditions.ts'
import { accountObjects } from '../claims/account-objects.ts'
import { soon } from './soon.ts'

export const KUBECTL = { manager: 'kubectl', force: true }
export const PROJECT = 'garden-kyma-prod'
export const NAMESPACE = 'kcp-system'

export async function addAccount(
  client: GardenClient,
  name: string,
  labels: Record<string, string> = {},
): Promise<void> {
  const [secret, binding] = accountObjects(PROJECT, name, { hyperscalerType: 'aws', ...labels })
  await client.create({ resource: SECRETS, namespace: PROJECT }, secret as KubeObject)
  await client.create({ resource: CREDENTIALS_BINDINGS, namespace: PROJECT }, binding as KubeObject)
}

export async function labelsOf(client: GardenClient, name: string): Promise<Record<string, string>> {
  const { metadata } = await client.get<KubeObject>({ resource: CREDENTIALS_BINDINGS, namespace: PROJECT, name })
  return { ...metadata?.labels }
}

/** Applies a SubscriptionRequest like `kubectl apply`. */
export async function apply(client: GardenClient, name: string, tenant: string): Promise<void> {
  const spec = {
    provider: 'aws',
    subscriptionSelector: `globalaccount:${tenant} || shared`,
    plan: 'aws',
    platformRegion: 'cf-eu10',
    region: 'eu-central-1',
  }
  const place = { resource: SUBSCRIPTION_REQUESTS, namespace: NAMESPACE, name }
  await client.apply<KubeObject & { spec: object }>(place, { spec }, KUBECTL)
}

const place = (name: string) => ({ resource: SUBSCRIPTION_REQUESTS, namespace: NAMESPACE, name })

export async function statusOf(client: GardenClient, name: string) {
  const { status } = await client.get<SubscriptionRequest>(place(name))
  const ready = findCondition(status?.conditions, 'Ready')
  const { gardenerSecretName, bindingRef, position } = status ?? {}
  return { ready: `${ready?.status} ${ready?.reason}`, gardenerSecretName, bindingRef, position }
}

export async function remove(client: GardenClient, name: string): Promise<void> {
  await client.delete(place(name))
  await soon(() => client.get(place(name)).then(() => false, isNotFound), 60_000).toBe(true)
}
