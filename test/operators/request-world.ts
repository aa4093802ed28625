import { readFileSync } from 'node:fs'
import { onTestFinished } from 'vitest'
import { parse } from 'yaml'
import type { Garden } from '#embedded-garden/garden.ts'
import { isNotFound, isNotServed } from '#lib/garden/client/garden-error.ts'
import type { Resource } from '#lib/garden/resources/resource.ts'
import { SUBSCRIPTION_REQUESTS } from '#lib/operators/api/resources.ts'
import type { SubscriptionRequest, SubscriptionRequestSpec } from '#lib/operators/api/subscription-request.ts'
import { type Controller, createController, objectsOf } from '#lib/operators/framework/controller.ts'
import { createWatchStore } from '#lib/operators/framework/watch-store.ts'
import type { SubscriptionContext } from '#lib/operators/subscription/subscription-context.ts'
import { subscriptionReconciler } from '#lib/operators/subscription/subscription-reconciler.ts'
import { watchPools } from '#lib/operators/subscription/watch-pools.ts'
import type { ClaimRules } from '#lib/services/claims/claim-context.ts'
import { type World, world } from '../claims/claim-world.ts'
import { testRules } from '../claims/schedules/test-rules.ts'
import type { RunningService } from '../claims/service-on.ts'
import { waitUntil } from '../kit/wait.ts'
import type { Watching } from './veil.ts'

const DEFINITIONS: Resource = {
  group: 'apiextensions.k8s.io',
  version: 'v1',
  plural: 'customresourcedefinitions',
  kind: 'CustomResourceDefinition',
}

interface OperatorOptions {
  readonly running?: Pick<RunningService, 'service' | 'inventory'>
  readonly change?: Partial<SubscriptionContext>
  rules?(): ClaimRules
  readonly watching?: Watching
}

export interface RequestWorld extends World {
  /** Another process with the operator. */
  operator(options?: OperatorOptions): Promise<Operator>
  request(name: string, spec: Partial<SubscriptionRequestSpec>, how?: How): Promise<SubscriptionRequest>
  edit(name: string, spec: Partial<SubscriptionRequestSpec>): Promise<SubscriptionRequest>
  read(name: string): Promise<SubscriptionRequest | null>
  remove(name: string): Promise<void>
  /** Waits until a request is as wished, and tells it. */
  seen(name: string, isAsWished: (request: SubscriptionRequest) => boolean): Promise<SubscriptionRequest>
  gone(name: string): Promise<void>
  /** Statuses of all claims there are, by their accounts' names; those without one under ''. */
  claims(): Promise<readonly string[]>
}

interface How {
  readonly withoutPlan?: boolean
}

interface Operator {
  readonly controller: Controller
  readonly failures: readonly unknown[]
  readonly events: readonly string[]
  stop(): Promise<void>
}

/** A landscape in which nothing was restored or moved. */
export const INTACT = { allowsEnd: () => true, ended: () => undefined, pause: () => null }

/** The custom resource definitions of the chart. */
const CUSTOM_RESOURCES = ['subscriptionrequests', 'clusters', 'kubeconfigrequests'].map(name =>
  parse(readFileSync(new URL(`../../charts/hap-console/crds/${name}.yaml`, import.meta.url), 'utf8')),
)
/** Gardens that have them. */
const defined = new WeakSet<Garden>()

/** A world of claims with the SubscriptionRequests of a control plane in the same cluster and namespace. */
export async function requestWorld(accounts: Readonly<Record<string, Record<string, string>>>): Promise<RequestWorld> {
  const base = await world(accounts)
  const { garden, admin, namespace } = base
  if (!defined.has(garden)) {
    for (const definition of CUSTOM_RESOURCES)
      await admin.create({ resource: DEFINITIONS, namespace: null }, definition)
    defined.add(garden)
  }
  const place = (name: string) => ({ resource: SUBSCRIPTION_REQUESTS, namespace, name })
  const read = (name: string) => absentAsNull(admin.get<SubscriptionRequest>(place(name)))
  await waitUntil(
    async () =>
      (await absentAsNull(admin.page({ resource: SUBSCRIPTION_REQUESTS, namespace }, { limit: 1 }, () => {}))) !== null,
  )
  return {
    ...base,
    operator: options => operatorOn(base, options),
    request(name, spec, { withoutPlan = false } = {}) {
      const { plan, ...rest } = { ...SPEC, ...spec }
      const object = { metadata: { name }, spec: withoutPlan ? rest : { plan, ...rest } }
      return admin.create({ resource: SUBSCRIPTION_REQUESTS, namespace }, object as SubscriptionRequest)
    },
    async edit(name, spec) {
      for (;;) {
        const { metadata } = await admin.get<SubscriptionRequest>(place(name))
        try {
          return await admin.patch<SubscriptionRequest>(
            place(name),
            { spec },
            { resourceVersion: metadata.resourceVersion },
          )
        } catch (error) {
          if (!isConflict(error)) throw error
        }
      }
    },
    read,
    remove: name => admin.delete(place(name)),
    async seen(name, isAsWished) {
      let last: SubscriptionRequest | null = null
      await waitUntil(async () => {
        last = await read(name)
        return last !== null && isAsWished(last)
      }).catch((error: unknown) => {
        throw new Error(`It was last seen as ${JSON.stringify(last?.status)}`, { cause: error })
      })
      return last as unknown as SubscriptionRequest
    },
    gone: name => waitUntil(async () => (await read(name)) === null),
    async claims() {
      const { claims } = await base.service.list({ offset: 0, limit: 100 })
      return claims.map(({ status, binding }) => `${binding?.name ?? ''} ${status}`.trim()).toSorted()
    },
  }
}

const SPEC: SubscriptionRequestSpec = {
  provider: 'aws',
  subscriptionSelector: 'globalaccount:t-1',
  plan: 'aws',
  platformRegion: 'cf-eu10',
  region: 'eu-central-1',
}

async function operatorOn(base: World, options: OperatorOptions = {}): Promise<Operator> {
  const { admin, namespace } = base
  const { service, inventory } = options.running ?? base
  const failures: unknown[] = []
  const events: string[] = []
  const requests = createWatchStore<SubscriptionRequest>({
    client: options.watching ?? admin,
    collection: { resource: SUBSCRIPTION_REQUESTS, namespace },
    staleAfterMs: 60_000,
  })
  const context: SubscriptionContext = {
    client: admin,
    requests,
    claims: service,
    events: { record: (_, { metadata }, { type, reason }) => void events.push(`${metadata?.name} ${type} ${reason}`) },
    rules: options.rules ?? (() => testRules()),
    now: Date.now,
    ...options.change,
  }
  const controller = createController({
    name: 'subscription',
    reconciler: subscriptionReconciler(context),
    primary: objectsOf(requests),
    onFailure: (_, error) => void failures.push(error),
  })
  controller.start()
  const unfollow = watchPools({ inventory, claims: service, requests, touch: key => controller.touch(key) })
  const stop = async () => {
    unfollow()
    await controller.stop()
    await requests.stop()
  }
  onTestFinished(stop)
  return { controller, failures, events, stop }
}

async function absentAsNull<T>(asked: Promise<T>): Promise<T | null> {
  try {
    return await asked
  } catch (error) {
    if (isNotFound(error) || isNotServed(error)) return null
    throw error
  }
}

function isConflict(error: unknown): boolean {
  return (error as { kind?: string }).kind === 'conflict'
}
