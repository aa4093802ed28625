import { formatEvidence, formatProgress, type Progress, readProgress } from '#lib/garden/cleaning-progress.ts'
import { WriteError } from '#lib/garden/writes/write-error.ts'
import { newWriteId } from '#lib/garden/writes/write-trace.ts'
import { REASON_LIMITS } from '#lib/hap/actions/action.ts'
import { preconditionsOf } from '#lib/hap/actions/diff.ts'
import { type ActionFacts, dirtySiblings } from '#lib/hap/actions/facts.ts'
import { type CleanableState, cleaningRefusal, isCleanable } from '#lib/hap/actions/judge.ts'
import { cleaningProgressChange, isCleanNowRequested, verifiability } from '#lib/hap/lifecycle/cleaning.ts'
import { identify, identityReason } from '#lib/hap/lifecycle/identity.ts'
import { accountKey, type Binding, bindingKey } from '#lib/hap/pools/binding.ts'
import { pooledBinding, stateAt } from '#lib/hap/pools/pooled-binding.ts'
import type { ActionResult } from '#lib/services/actions/action-result.ts'
import { ACTION_VERBS } from '#lib/services/actions/action-service.ts'
import { readFacts, staleReason } from '#lib/services/actions/fresh-facts.ts'
import { CONSOLE_ACTOR } from '#lib/store/audit/audit-log.ts'
import type { Cleaner } from './cleaner.ts'
import { type Inspection, nextState, type Step } from './cleaning-state.ts'
import { CLEANER, type CleanupContext } from './cleanup-context.ts'
import { DeletionRound, ObstacleError } from './deletion-round.ts'
import { AccountTakenError, inspectWithDeadline } from './inspect-account.ts'

/** Result of one inspection. */
export type Cleaning =
  | { readonly done: 'looked'; readonly to: Step['to']; readonly reason: string | null }
  /** The inspection was postponed and nothing was written; `reason` as sentences. */
  | { readonly done: 'put-off'; readonly reason: string; readonly againAt: number }

/** Pause before the next inspection of a postponed account. */
const PUT_OFF_MS = 60_000

/**
 * Inspects the account of a binding of the inventory, from fresh reads to the written result.
 * Releases and quarantines use the actions of people with their fences, dry runs and records.
 * Throws GardenError, WriteError, StoreError and the signal's reason; the binding holds the
 * progress then.
 */
export async function cleanAccount(context: CleanupContext, due: Binding, signal: AbortSignal): Promise<Cleaning> {
  const { actions } = context
  const at = actions.now()
  const putOff = (reason: string, againAt = at + PUT_OFF_MS): Cleaning => ({ done: 'put-off', reason, againAt })
  const paused = actions.pause?.() ?? null
  if (paused !== null) return putOff(paused)
  const stale = staleReason(actions)
  if (stale !== null) return putOff(stale)
  const binding = await actions.writes.read(due)
  const identity = identify({ uid: due.uid, account: accountKey(due.account) }, binding)
  const other = identityReason(identity, binding.name)
  if (other !== null) return putOff(other)
  const pooled = pooledBinding(binding)
  if (pooled === null) return putOff('It has no HAP labels.')
  const facts = await readFacts(actions, pooled)
  const state = stateAt(pooled, at)
  const obstacle = cleaningRefusal(facts, context.protectedNames)
  if (obstacle !== null || !isCleanable(state)) return putOff(obstacle ?? `It is ${state}.`)
  const cleaning = verifiability(pooled, context.cleaners)
  const cleaner = cleaning.by === 'cleaner' ? context.cleaners.get(cleaning.provider) : undefined
  if (cleaner === undefined) return putOff(cleaning.by === 'person' ? cleaning.reason : 'Its cleaner is disabled.')
  const progress = readProgress(binding)
  if (progress.owner !== null && progress.owner.until > at)
    return putOff('Another process is cleaning it.', progress.owner.until)
  if (progress.next > at && !isCleanNowRequested(binding, at)) return putOff('Not due yet.', progress.next)
  try {
    return await inspectAndWrite(context, { binding, facts, state, progress, cleaner }, signal)
  } catch (error) {
    // Another process inspected the account concurrently; its write counts.
    if (error instanceof WriteError && error.code === 'conflict') return putOff(TAKEN)
    throw error
  }
}

interface Due {
  readonly binding: Binding
  readonly facts: ActionFacts
  readonly state: CleanableState
  readonly progress: Progress
  readonly cleaner: Cleaner
}

async function inspectAndWrite(context: CleanupContext, due: Due, signal: AbortSignal): Promise<Cleaning> {
  const { actions, deletes } = context
  const { progress, state } = due
  const round = new DeletionRound(context, due.binding, progress, actions.now() + context.deadlineMs)
  const inspection = await inspectOnce(context, due, round, signal)
  if (inspection === null) {
    const reason = round.stopped?.error instanceof ObstacleError ? round.stopped.error.message : TAKEN
    if (round.stopped !== null && !(round.stopped.error instanceof ObstacleError)) throw round.stopped.error
    return { done: 'put-off', reason, againAt: actions.now() + PUT_OFF_MS }
  }
  const at = actions.now()
  const now = round.binding === due.binding ? state : 'cleaning'
  const transition = { at, timing: context.timing, spread: context.random() }
  const step = nextState(now, progress, withCommonFailure(context, due, inspection), transition)
  if (!deletes) return writeProgress(context, round.binding, { ...step, to: state }, signal)
  if (step.to === 'free') return releaseAccount(context, round.binding, due.facts, step, signal)
  if (step.to !== 'quarantined') return writeProgress(context, round.binding, step, signal)
  await writeProgress(context, round.binding, { ...step, to: now }, signal)
  return quarantine(context, round.binding, step, signal)
}

const TAKEN = 'It was changed by another process or a user during the inspection.'

/** A failure shared by many accounts of the provider is transient for each of them. */
function withCommonFailure(
  { failures }: CleanupContext,
  { binding, cleaner }: Due,
  inspection: Inspection,
): Inspection {
  const isCommon = failures.note(cleaner.provider, accountKey(binding.account), inspection.found === 'failure')
  return isCommon && inspection.found === 'failure' ? { ...inspection, passing: true } : inspection
}

/** Returns null when another process or a person has the account. */
async function inspectOnce(
  context: CleanupContext,
  { binding, progress, cleaner }: Due,
  round: DeletionRound,
  signal: AbortSignal,
): Promise<Inspection | null> {
  const { actions, project, deletes, protectedNames, deadlineMs } = context
  let inspection: Inspection | null = null
  try {
    inspection = await inspectWithDeadline({
      cleaner,
      readSecret: within => context.readSecret(binding.account, within),
      facts: { project, living: livingClusters(context) },
      before: progress.evidence,
      protectedIdentities: protectedNames,
      begin: deletes ? (plan, within) => round.begin(plan, within) : null,
      deadlineMs,
      signal,
      now: actions.now,
    })
    return inspection
  } catch (error) {
    if (error instanceof AccountTakenError) return null
    throw error
  } finally {
    await round.end(inspection)
  }
}

/** Technical ids of all clusters of the project, on any account. */
function livingClusters({ actions, project }: CleanupContext): ReadonlySet<string> {
  return new Set([...actions.inventory.shoots()].map(({ name }) => `shoot--${project}--${name}`))
}

async function writeProgress(
  { actions }: CleanupContext,
  binding: Binding,
  { to, progress }: Step & { readonly to: Step['to'] },
  signal: AbortSignal,
): Promise<Cleaning> {
  const state = to === 'cleaning' || to === 'verifying' ? to : null
  const change = cleaningProgressChange(binding, state, formatProgress(progress, binding), actions.now())
  await actions.writes.write({ binding, change, priority: 'bulk', signal, id: newWriteId() })
  return { done: 'looked', to, reason: progress.reason }
}

async function releaseAccount(
  { actions }: CleanupContext,
  binding: Binding,
  facts: ActionFacts,
  { to, progress }: Step,
  signal: AbortSignal,
): Promise<Cleaning> {
  const evidence = progress.evidence === null ? 'nothing was found' : formatEvidence(progress.evidence)
  const others = dirtySiblings(facts).map(each => seen(each.binding))
  const order = { ...seen(binding), reason: `${evidence}. Empty twice in a row`, together: others }
  const result = await ACTION_VERBS['confirm-clean'].perform(actions, CLEANER, order, { ...BACKGROUND, signal })
  return resultOf(result, to, progress, actions.now())
}

async function quarantine(
  context: CleanupContext,
  binding: Binding,
  step: Step,
  signal: AbortSignal,
): Promise<Cleaning> {
  const { actions } = context
  const { kind, namespace, name, uid } = binding
  const reason = (step.progress.reason ?? 'It could not be cleaned.').slice(0, REASON_LIMITS.reason)
  const order = { binding: { kind, namespace, name }, reason }
  // The order names no version, so the identity keeps it from a binding recreated under the name.
  const remembered = new Map([[bindingKey(binding), { uid, account: accountKey(binding.account) }]])
  const result = await ACTION_VERBS.quarantine.perform(actions, CLEANER, order, { ...BACKGROUND, signal, remembered })
  return resultOf(result, step.to, step.progress, actions.now())
}

const BACKGROUND = { requestId: null, actor: CONSOLE_ACTOR, priority: 'bulk' } as const

function seen(binding: Binding) {
  const { kind, namespace, name } = binding
  return { binding: { kind, namespace, name }, ...preconditionsOf(binding) }
}

function resultOf(result: ActionResult, to: Step['to'], { reason }: Progress, at: number): Cleaning {
  if (result.status === 'done') return { done: 'looked', to, reason }
  const why = 'reason' in result ? result.reason : 'It was not done.'
  const againAt = at + ('retryAfterMs' in result ? (result.retryAfterMs ?? PUT_OFF_MS) : PUT_OFF_MS)
  return { done: 'put-off', reason: why, againAt }
}
