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
import { loggableReason } from './error-messages.ts'
import type { OperatorParts } from './operator-context.ts'
import { runOperators } from './run-operators.ts'
import type { Shutdown } from './shutdown.ts'
import { type ControlPlane, parseKubeconfigExceptions } from './start-control-plane.ts'

type OperatorSettings = Pick<Env, 'HAP_ROLES' | 'HAP_KCP_NAMESPACE' | 'HAP_STALE_AFTER' | 'HAP_KUBECONFIG_EXCEPTIONS'>

interface Parts
  extends Pick<OperatorParts, 'garden' | 'inventory' | 'claims' | 'landscape' | 'rules' | 'timeOfClaims'> {
  /** The cluster of the custom resources; null without one. */
  readonly controlPlane: ControlPlane | null
  /** Namespace of the Gardener project. */
  readonly shootNamespace: string
}

interface Timing {
  /** Interval of checks of a control plane without the custom resource definitions. */
  readonly pollMs?: number
  readonly lease?: Partial<LeaseTiming>
}

/** Name of the Lease, the same in all processes of an installation. */
const LEASE_NAME = 'hap-operators'

/** Without a control plane there are no operators and no leader. */
const NO_OPERATORS: RunningOperators = { identity: null, lead: async () => null, controllers: () => [] }

const POLL_MS = 30_000

/**
 * Runs the operators while this process has the role and leads. Each run creates its own controllers; the shutdown releases
 * the lease after the controllers have stopped. Throws StartError for an invalid setting.
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
  const lead = (signal: AbortSignal) => readLead(client, { namespace, name: LEASE_NAME }, Date.now(), signal)
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
    name: LEASE_NAME,
    identity,
    ...(timing.lease && { timing: timing.lease }),
    onFailure: onChange(reason => {
      // During the shutdown the embedded garden may be closed already; the lease then expires.
      if (stop.signal.aborted) log().debug({ reason }, 'the lease of the operators was not released')
      else log().warn({ reason }, 'the operators failed and retry')
    }),
  })
  let controllers: readonly Controller[] = []
  const serve = async (signal: AbortSignal) => {
    log().info({ namespace }, 'the operators run in this process')
    await runOperators(operatorParts, signal, begun => {
      controllers = begun
    }).finally(() => {
      controllers = []
    })
    log().info('the operators of this process stopped')
  }
  const run = async () => {
    const served = await waitForKinds({ client, namespace, pollMs: timing.pollMs ?? POLL_MS }, stop.signal)
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

/** Reports the reason of an error when it differs from the last reported one: failures repeat every few seconds. */
function onChange(report: (reason: string) => void): (error: unknown) => void {
  let last = ''
  return error => {
    const reason = loggableReason(error)
    if (reason !== last) report(reason)
    last = reason
  }
}

interface ControlPlaneCheck {
  readonly client: Pick<GardenClient, 'page'>
  readonly namespace: string
  /** Interval of checks. */
  readonly pollMs: number
}

const KINDS = [CLUSTERS, SUBSCRIPTION_REQUESTS, KUBECONFIG_REQUESTS]

/** Waits until the control plane serves the kinds of the operators; logs each new reason why it does not. Returns false when the signal aborts first. */
async function waitForKinds({ client, namespace, pollMs }: ControlPlaneCheck, signal: AbortSignal): Promise<boolean> {
  let logged = ''
  while (!signal.aborted) {
    const reason = await findUnreadableKind(client, namespace, signal)
    if (reason === null) return true
    if (reason !== logged && !signal.aborted) log().warn({ reason }, 'the operators wait')
    logged = reason
    await delay(pollMs, undefined, { signal, ref: false }).catch(() => undefined)
  }
  return false
}

/** Why the kinds of the operators cannot be read; null when they can. */
async function findUnreadableKind(
  client: Pick<GardenClient, 'page'>,
  namespace: string,
  signal: AbortSignal,
): Promise<string | null> {
  for (const resource of KINDS) {
    try {
      await client.page({ resource, namespace }, { limit: 1, signal }, () => undefined)
    } catch (error) {
      if (!isNotServed(error)) return loggableReason(error)
      return `The control plane does not know ${resource.plural}.${resource.group}. Apply charts/hap-console/crds to it, or set HAP_ROLES=web.`
    }
  }
  return null
}
