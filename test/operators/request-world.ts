import { onTestFinished } from 'vitest'
import type { Garden } from '#embedded-garden/garden.ts'
import { SUBSCRIPTION_REQUESTS } from '#lib/operators/api/resources.ts'
import type { SubscriptionRequest, SubscriptionRequestSpec } from '#lib/operators/api/subscription-request.ts'
import { type Controller, createController, objectsOf } from '#lib/operators/framework/controller.ts'
import { createWatchStore } from '#lib/operators/framework/watch-store.ts'
import type { SubscriptionContext } from '#lib/operators/subscription/subscription-context.ts'
import { subscriptionReconciler } from '#lib/operators/subscription/subscription-reconciler.ts'
import { watchPools } from '#lib/operators/subscription/watch-pools.ts'
import { chartDefinitions } from '#lib/operators/testing/chart.ts'
import type { ClaimRules } from '#lib/services/claims/claim-context.ts'
import { type World, world } from '../claims/claim-world.ts'
import { testRules } from '../claims/schedules/test-rules.ts'
import type { RunningService } from '../claims/service-on.ts'
import { defineResources } from '../kit/definitions.ts'
import { objectsIn } from '../kit/objects.ts'
import type { Watching } from './veil.ts'

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
  /** Waits until a request meets the condition, and returns it. */
  seen(name: string, isAsWished: (request: SubscriptionRequest) => boolean): Promise<SubscriptionRequest>
  gone(name: string): Promise<void>
  /** Statuses of all claims with the names of their accounts, if any. */
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

/** Gardens with the custom resources. */
const defined = new WeakSet<Garden>()

/** A world of claims with the SubscriptionRequests of a control plane in the same cluster and namespace. */
export async function requestWorld(accounts: Readonly<Record<string, Record<string, string>>>): Promise<RequestWorld> {
  const base = await world(accounts)
  const { garden, admin, namespace } = base
  if (!defined.has(garden)) {
    await defineResources(admin, chartDefinitions())
    defined.add(garden)
  }
  const requests = objectsIn<SubscriptionRequest>(admin, { resource: SUBSCRIPTION_REQUESTS, namespace })
  return {
    ...base,
    operator: options => operatorOn(base, options),
    request(name, spec, { withoutPlan = false } = {}) {
      const { plan, ...rest } = { ...SPEC, ...spec }
      const object = { metadata: { name }, spec: withoutPlan ? rest : { plan, ...rest } }
      return admin.create({ resource: SUBSCRIPTION_REQUESTS, namespace }, object as SubscriptionRequest)
    },
    ...requests,
    edit: (name, spec) => requests.edit(name, { spec }),
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
