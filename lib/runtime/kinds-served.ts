import { setTimeout as delay } from 'node:timers/promises'
import type { GardenClient } from '#lib/garden/client/client.ts'
import { isNotServed } from '#lib/garden/client/garden-error.ts'
import { CLUSTERS, KUBECONFIG_REQUESTS, SUBSCRIPTION_REQUESTS } from '#lib/operators/api/resources.ts'
import { log } from '#lib/telemetry/log.ts'
import { reasonOf } from './reason-of.ts'

interface Place {
  readonly client: Pick<GardenClient, 'page'>
  readonly namespace: string
  /** Milliseconds between two looks. */
  readonly lookMs: number
}

const KINDS = [CLUSTERS, SUBSCRIPTION_REQUESTS, KUBECONFIG_REQUESTS]

/** Waits until the control plane serves the kinds of the operators; what is in the way is said once. False: the signal came first. */
export async function kindsServed({ client, namespace, lookMs }: Place, signal: AbortSignal): Promise<boolean> {
  let said = ''
  while (!signal.aborted) {
    const obstacle = await obstacleIn(client, namespace, signal)
    if (obstacle === null) return true
    if (obstacle !== said && !signal.aborted) log().warn({ reason: obstacle }, 'the operators rest')
    said = obstacle
    await delay(lookMs, undefined, { signal, ref: false }).catch(() => undefined)
  }
  return false
}

async function obstacleIn(
  client: Pick<GardenClient, 'page'>,
  namespace: string,
  signal: AbortSignal,
): Promise<string | null> {
  for (const resource of KINDS) {
    try {
      await client.page({ resource, namespace }, { limit: 1, signal }, () => undefined)
    } catch (error) {
      if (!isNotServed(error)) return reasonOf(error)
      return `The control plane does not know ${resource.plural}.${resource.group}. Apply charts/hap-console/crds to it, or set HAP_ROLES=web.`
    }
  }
  return null
}
