import { GardenError, nullIfNotFound } from '#lib/garden/client/garden-error.ts'
import type { IdleReport } from '#lib/hap/access/idle-rules.ts'
import type { Denial, Verdict } from '#lib/hap/access/judge-rules.ts'
import type { KubeconfigRequest } from '#lib/operators/api/kubeconfig-request.ts'
import { askedAccess } from '#lib/operators/api/request-facts.ts'
import { KUBECONFIG_REQUESTS } from '#lib/operators/api/resources.ts'
import type { EventDetails } from '#lib/operators/framework/event-recorder.ts'
import { applyStatus } from '#lib/operators/framework/object-helpers.ts'
import type { ObjectKey, Outcome, Reconciler } from '#lib/operators/framework/reconciler.ts'
import { Visit } from '#lib/operators/target/visit.ts'
import { formatTime } from '#lib/util/format.ts'
import { CircuitBreaker } from './circuit-breaker.ts'
import type { KubeconfigContext } from './kubeconfig-context.ts'
import { observe } from './observe.ts'
import { Run } from './run.ts'
import { type RunEnd, revokedFinding, revokingMessage } from './state/findings.ts'
import { nextStep } from './state/next-step.ts'
import type { Observed } from './state/observed.ts'
import { POINT_AFTER, type Step } from './state/step.ts'
import { executeStep } from './steps/execute-step.ts'
import { probeOldToken } from './steps/probe.ts'
import { checkRules } from './steps/read-discovery.ts'
import { SECRET_KEY } from './steps/record-steps.ts'
import { buildStatus, kubeconfigForStatus } from './steps/request-status.ts'

/** Field manager of the status. */
const STATUS_MANAGER = 'hap-kubeconfig-operator'

/**
 * Limit of steps of a run, above the need of any state: a loop is a bug and must not load a
 * cluster.
 */
const MAX_STEPS = 200

/** Time limit of the discovery, whose result is optional. */
const CHECK_MS = 15_000

/**
 * Intervals between probes of a revoked token: after the removal of the access, and while only time
 * can end it.
 */
const PROBE_AGAIN_MS = 2_000
const PROBE_SELDOM_MS = 60_000

/**
 * Reconciles KubeconfigRequests: issues, renews, revokes and cleans up. Each run executes steps
 * until none is due and then writes the status. Correct with any number of concurrent operators and
 * with crashes between any two writes.
 */
export function createKubeconfigReconciler(context: KubeconfigContext): Reconciler {
  const breaker = new CircuitBreaker()
  return {
    async reconcile(key, signal) {
      const request = await readRequest(context, key, signal)
      if (request === null) return { requeueAt: null }
      const run = new Run(context, request, breaker, signal)
      try {
        return await runSteps(run)
      } finally {
        run.close()
      }
    },
  }
}

async function runSteps(run: Run): Promise<Outcome> {
  const { context } = run
  const first = await observe(run)
  const { verdict } = first
  let { observed } = first
  run.setTarget(observed.target)
  let step: Step = { do: 'look' }
  try {
    for (let steps = 0; steps < MAX_STEPS; steps++) {
      step = nextStep(observed, context.clock.now())
      if (step.do === 'wait') return await finishRun(run, verdict, observed, step)
      if (step.do === 'probe') {
        const result = await probeOldToken(run, observed.secret.record?.issued?.fingerprint)
        // An access that was neither removed nor probed may still work.
        const open = result === 'untried' && !isRemoved(observed)
        if (result === 'accepted' || open) return await requeueProbe(run, verdict, observed)
        step = { do: 'note-revoked', proof: result === 'refused' ? 'token-refused' : 'untried' }
      }
      const before = observed
      observed = await executeStep(run, step, before)
      const event = eventOfStep(step, before, observed)
      if (event !== null) context.report(run.request, event)
      const point = POINT_AFTER[step.do]
      if (point !== null) await context.reached(point)
      if (step.do === 'drop-finalizer') return { requeueAt: null }
    }
    // Many issues may retire together; any other long sequence is a loop.
    if (step.do === 'delete') return { requeueAt: context.clock.now() }
    throw new Error(`A kubeconfig request took more than ${MAX_STEPS} steps, the last of them ${step.do}.`)
  } catch (error) {
    await reportFailure(run, verdict, observed, error)
    throw error
  }
}

/** Ends a run without a due step. */
async function finishRun(
  run: Run,
  verdict: Verdict,
  observed: Observed,
  { until, because }: Extract<Step, { do: 'wait' }>,
): Promise<Outcome> {
  if (because === 'released') return { requeueAt: null }
  const { observedGeneration } = run.request.status ?? {}
  if (verdict.denials.length > 0 && observedGeneration !== run.request.metadata.generation) {
    run.context.report(run.request, refusalOf(verdict.denials))
  }
  // At each inspection, since the API of a resource may have been removed from the cluster.
  const idle = observed.inside !== null && because === 'in-order' ? await checkQuietly(run) : null
  await writeStatus(run, verdict, observed, idle, { by: 'wait', because })
  return { requeueAt: until }
}

async function requeueProbe(run: Run, verdict: Verdict, observed: Observed): Promise<Outcome> {
  await writeStatus(run, verdict, observed, null, { by: 'probe' })
  return { requeueAt: run.context.clock.now() + (isRemoved(observed) ? PROBE_AGAIN_MS : PROBE_SELDOM_MS) }
}

function isRemoved({ secret: { record } }: Observed): boolean {
  return (record?.revocation?.removedAt ?? null) !== null
}

/** Checks the effect of the rules; its failure does not fail the run. */
async function checkQuietly(run: Run): Promise<IdleReport | null> {
  const visit = new Visit(run.inside, CHECK_MS)
  try {
    return await checkRules(run.target.client, askedAccess(run.request), visit.signal)
  } catch (error) {
    if (error instanceof GardenError) return null
    throw error
  } finally {
    visit.end()
  }
}

/**
 * Reports the error of a run in the status unless it is a conflict, which only requires another
 * run.
 */
async function reportFailure(run: Run, verdict: Verdict, observed: Observed, error: unknown): Promise<void> {
  if (!(error instanceof GardenError) || error.kind === 'conflict' || run.signal.aborted) return
  run.context.report(run.request, failureOf(error))
  try {
    await writeStatus(run, verdict, observed, null, { by: 'error', error, inCluster: run.isFromCluster(error) })
  } catch (second) {
    // The first error takes precedence.
    if (!(second instanceof GardenError)) throw second
  }
}

async function writeStatus(
  run: Run,
  verdict: Verdict,
  observed: Observed,
  idle: IdleReport | null,
  end: RunEnd,
): Promise<void> {
  const { context, place, secretPlace, name, signal } = run
  const status = buildStatus(run.request, {
    observed,
    verdict,
    idle,
    end,
    names: { secret: secretPlace.name, key: SECRET_KEY, account: name },
    kubeconfig: await kubeconfigForStatus(run, observed.secret.record),
    now: context.clock.now(),
  })
  await context.reached('before-status')
  await applyStatus({ client: context.control, manager: STATUS_MANAGER }, place, run.request, status, signal)
}

function readRequest(
  { control }: KubeconfigContext,
  { namespace, name }: ObjectKey,
  signal: AbortSignal,
): Promise<KubeconfigRequest | null> {
  return nullIfNotFound(control.get<KubeconfigRequest>({ resource: KUBECONFIG_REQUESTS, namespace, name }, { signal }))
}

/** Event of an executed step; null for most. */
function eventOfStep({ do: done }: Step, before: Observed, after: Observed): EventDetails | null {
  const { record } = after.secret
  if (done === 'issue' && record?.issued) {
    const { expiresAt, fingerprint, cluster } = record.issued
    const earlier = before.secret.record?.issued ?? null
    const otherCluster =
      earlier !== null && earlier.cluster !== cluster ? ' It is for another cluster than before.' : ''
    const note = `Kubeconfig ${fingerprint} is valid until ${formatTime(expiresAt)}.${otherCluster}`
    return { type: 'Normal', reason: earlier === null ? 'Issued' : 'Rotated', action: 'Issue', note }
  }
  if (done === 'fence' && !after.request.deleting) {
    const note = revokingMessage(record?.revocation?.because)
    return { type: 'Normal', reason: 'Revoking', action: 'Revoke', note }
  }
  const revoked = done === 'note-revoked' ? revokedFinding(after, { by: 'probe' }) : null
  return revoked === null ? null : { type: 'Normal', reason: 'Revoked', action: 'Revoke', note: revoked.message }
}

/** Event of rules that policy refuses, once per spec. */
function refusalOf(denials: readonly Denial[]): EventDetails {
  const what = denials.map(({ path, what: clause }) => `${path}: ${clause}`).join('; ')
  return { type: 'Warning', reason: 'EscalationDenied', action: 'Grant', note: `The policy refuses ${what}.` }
}

/** Event of a failure that is retried. */
function failureOf({ message }: GardenError): EventDetails {
  return { type: 'Warning', reason: 'Failed', action: 'Reconcile', note: message }
}
