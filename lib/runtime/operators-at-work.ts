import { randomUUID } from 'node:crypto'
import { hostname } from 'node:os'
import type { Env } from '#lib/env.ts'
import { createSecretReader } from '#lib/garden/client/secret-reader.ts'
import type { Controller } from '#lib/operators/framework/controller.ts'
import { LeaderElection, type LeaseTiming } from '#lib/operators/framework/leader-election.ts'
import { readLead } from '#lib/operators/framework/lease.ts'
import type { RunningOperators } from '#lib/queries/operators/controllers.ts'
import { log } from '#lib/telemetry/log.ts'
import { VERSION } from '#lib/version.ts'
import type { ControlPlane } from './control-plane.ts'
import { kindsServed } from './kinds-served.ts'
import { kubeconfigExceptions } from './kubeconfig-exceptions.ts'
import type { OperatorParts } from './operator-context.ts'
import { operatorsTerm } from './operators-term.ts'
import { reasonOf } from './reason-of.ts'
import type { Shutdown } from './shutdown.ts'

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

/** A control plane that keeps nobody waiting has no leader. */
const NOBODY: RunningOperators = { identity: null, lead: async () => null, controllers: () => [] }

const LOOK_MS = 30_000

/**
 * Runs the operators while this process has the role, and leads. Each term has controllers of its own; the end of the process gives
 * the lease back once their work has ended. Throws StartError for a setting that cannot be read.
 */
export function operatorsAtWork(
  env: OperatorSettings,
  parts: Parts,
  shutdown: Shutdown,
  timing: Timing = {},
): RunningOperators {
  const exceptions = kubeconfigExceptions(env)
  const { controlPlane, shootNamespace, ...shared } = parts
  if (controlPlane === null) return NOBODY
  const { client, access } = controlPlane
  const namespace = env.HAP_KCP_NAMESPACE
  const lead = (signal: AbortSignal) => readLead(client, { namespace, name: LEASE }, Date.now(), signal)
  if (!env.HAP_ROLES.includes('operators')) return { ...NOBODY, lead }
  const secrets = createSecretReader({ access, version: VERSION })
  shutdown.add(() => secrets.close())
  const identity = `${hostname()}-${randomUUID().slice(0, 8)}`
  const term: OperatorParts = {
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
    await operatorsTerm(term, signal, begun => {
      controllers = begun
    }).finally(() => {
      controllers = []
    })
    log().info('the operators of this process rest')
  }
  const run = async () => {
    const served = await kindsServed({ client, namespace, lookMs: timing.lookMs ?? LOOK_MS }, stop.signal)
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
