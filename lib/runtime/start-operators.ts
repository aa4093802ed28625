import { randomUUID } from 'node:crypto'
import { hostname } from 'node:os'
import { setTimeout as delay } from 'node:timers/promises'
import type { Env } from '#lib/env.ts'
import type { GardenClient } from '#lib/garden/client/client.ts'
import { isNotServed } from '#lib/garden/client/garden-error.ts'
import { createSecretReader } from '#lib/garden/client/secret-reader.ts'
import { CLUSTERS, KUBECONFIG_REQUESTS, SUBSCRIPTION_REQUESTS } from '#lib/operators/api/resources.ts'
import type { Controller } from '#lib/operators/framework/controller.ts'
import { LeaderElection, type LeaseTiming } from '#lib/operators/framework/leader-election.ts'
import { readLead } from '#lib/operators/framework/lease.ts'
import type { RunningOperators } from '#lib/queries/operators/controllers.ts'
import { log } from '#lib/telemetry/log.ts'
import { VERSION } from '#lib/version.ts'
import type { OperatorParts } from './operator-context.ts'
import { reasonOf } from './reason-of.ts'
import { runOperators } from './run-operators.ts'
import type { Shutdown } from './shutdown.ts'
import type { ControlPlane } from './start-control-plane.ts'
import { parseKubeconfigExceptions } from './start-kubeconfigs.ts'

type OperatorSettings = Pick<Env, 'HAP_ROLES' | 'HAP_KCP_NAMESPACE' | 'HAP_STALE_AFTER' | 'HAP_KUBECONFIG_EXCEPTIONS'>

interface Parts
  extends Pick<OperatorParts, 'garden' | 'inventory' | 'claims' | 'landscape' | 'rules' | 'timeOfClaims'> {
  /** Where the custom resources are; null: nowhere. */
  readonly controlPlane: ControlPlane | null
  /** Namespace of the Gardener project. */
  readonly shootNamespace: string
}

interface Timing {
  /** Milliseconds between two looks at a control plane without our kinds. */
  readonly lookMs?: number
  readonly lease?: Partial<LeaseTiming>
}

/** Of the Lease; the same for all processes of an installation. */
const LEASE = 'hap-operators'

/** Without a control plane there are no operators and no leader. */
const NO_OPERATORS: RunningOperators = { identity: null, lead: async () => null, controllers: () => [] }

const LOOK_MS = 30_000

/**
 * Runs the operators while this process has the role and leads. Each run creates its own controllers; the shutdown releases
 * the lease once the controllers have stopped. Throws StartError for a setting that cannot be read.
 */
export function startOperators(
  env: OperatorSettings,
  parts: Parts,
  shutdown: Shutdown,
  timing: Timing = {},
): RunningOperators {
  const exceptions = parseKubeconfigExceptions(env)
  const { controlPlane, shootNamespace, ...shared } = parts
  if (controlPlane === null) return NO_OPERATORS
  const { client, access } = controlPlane
  const namespace = env.HAP_KCP_NAMESPACE
  const lead = (signal: AbortSignal) => readLead(client, { namespace, name: LEASE }, Date.now(), signal)
  if (!env.HAP_ROLES.includes('operators')) return { ...NO_OPERATORS, lead }
  const secrets = createSecretReader({ access, version: VERSION })
  shutdown.add(() => secrets.close())
  const identity = `${hostname()}-${randomUUID().slice(0, 8)}`
  const operatorParts: OperatorParts = {
    ...shared,
    control: client,
    secrets,
    namespace,
    project: { name: shootNamespace.replace(/^garden-/, ''), namespace: shootNamespace },
    exceptions,
    instance: identity,
    staleAfterMs: env.HAP_STALE_AFTER * 1_000,
  }
  const stop = new AbortController()
  const election = new LeaderElection({
    client,
    namespace,
    name: LEASE,
    identity,
    ...(timing.lease && { timing: timing.lease }),
    onFailure: once(reason => {
      // At the end the embedded garden may be gone already; a lease that is not given back runs out.
      if (stop.signal.aborted) log().debug({ reason }, 'the lease of the operators was not given back')
      else log().warn({ reason }, 'the operators could not go on, and try again')
    }),
  })
  let controllers: readonly Controller[] = []
  const serve = async (signal: AbortSignal) => {
    log().info({ namespace }, 'the operators work here')
    await runOperators(operatorParts, signal, begun => {
      controllers = begun
    }).finally(() => {
      controllers = []
    })
    log().info('the operators of this process rest')
  }
  const run = async () => {
    const served = await waitForKinds({ client, namespace, lookMs: timing.lookMs ?? LOOK_MS }, stop.signal)
    if (served) await election.run(serve, stop.signal)
  }
  const running = run()
  shutdown.add(async () => {
    stop.abort()
    await running
  }, 'The operators')
  return {
    identity,
    lead,
    controllers: () => controllers.map(each => ({ name: each.name, metrics: each.metrics() })),
  }
}

/** Tells why something failed, unless that is what it told last: it is tried every few seconds. */
function once(tell: (reason: string) => void): (error: unknown) => void {
  let last = ''
  return error => {
    const reason = reasonOf(error)
    if (reason !== last) tell(reason)
    last = reason
  }
}

interface ControlPlaneCheck {
  readonly client: Pick<GardenClient, 'page'>
  readonly namespace: string
  /** Milliseconds between two looks. */
  readonly lookMs: number
}

const KINDS = [CLUSTERS, SUBSCRIPTION_REQUESTS, KUBECONFIG_REQUESTS]

/** Waits until the control plane serves the kinds of the operators; what is in the way is said once. False: the signal came first. */
async function waitForKinds({ client, namespace, lookMs }: ControlPlaneCheck, signal: AbortSignal): Promise<boolean> {
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
