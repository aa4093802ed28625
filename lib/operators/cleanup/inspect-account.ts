import { type Evidence, formatCounts } from '#lib/garden/cleaning-progress.ts'
import { GardenError } from '#lib/garden/client/garden-error.ts'
import {
  type AccountSecret,
  type Cleaner,
  type CloudResource,
  type Inventory,
  type OpenAccount,
  resourceName,
} from './cleaner.ts'
import { CleanerError, isTransientFailure } from './cleaner-error.ts'
import type { Inspection } from './cleaning-state.ts'
import { type DeletionPlan, isEmpty, KEPT_REASONS, type Kept, type PlanFacts, planDeletion } from './deletion-plan.ts'
import { countsOf, evidenceOf } from './evidence.ts'

/** Account, plan facts and permissions of one inspection. */
export interface InspectionOrder {
  readonly cleaner: Cleaner
  /** Decoded data of the account's Secret, which is not cached. */
  readonly secret: AccountSecret
  readonly facts: PlanFacts
  /** Evidence of earlier inspections. */
  readonly before: Evidence | null
  /** Names of the provider's protected accounts. */
  readonly protectedIdentities: ReadonlySet<string>
  /**
   * Called once before the first deletion; false = no deletion. Null: deleting is off, so that this
   * is a dry run.
   */
  readonly begin: ((plan: DeletionPlan, signal: AbortSignal) => Promise<boolean>) | null
  /** Aborts the inspection; the cleaner sends no request afterwards. */
  readonly signal: AbortSignal
  /** Epoch milliseconds. */
  now(): number
}

/** Another process or a person has the account; nothing was deleted. */
export class AccountTakenError extends Error {
  override readonly name = 'AccountTakenError'
}

/**
 * Inspects an account: inventory, plan and the permitted deletions. Refusals of a provider are part
 * of the result. Throws AccountTakenError, the signal's reason and unknown errors.
 */
export async function inspectAccount(order: InspectionOrder): Promise<Inspection> {
  let account: OpenAccount
  try {
    account = order.cleaner.open(order.secret)
  } catch (error) {
    return failureOf(error)
  }
  try {
    return await inspectOpenAccount(account, order)
  } finally {
    account.close()
  }
}

async function inspectOpenAccount(account: OpenAccount, order: Omit<InspectionOrder, 'secret'>): Promise<Inspection> {
  const { cleaner, facts, signal, begin } = order
  let inventory: Inventory
  try {
    inventory = await account.inventory(signal)
    if (isProtected(order.protectedIdentities, inventory.identity)) {
      throw new CleanerError('protected', 'clean the account', PROTECTED)
    }
  } catch (error) {
    return failureOf(error)
  }
  const plan = planDeletion(inventory, facts)
  const evidence = (deleted: readonly CloudResource[]) =>
    evidenceOf(order.before, cleaner, inventory, plan, deleted, order.now())
  if (begin === null) return { found: 'dry-run', evidence: evidence([]), reason: wouldDo(plan) }
  if (isEmpty(plan)) return { found: 'nothing', evidence: evidence([]) }
  const others = plan.keeps.filter(({ because }) => because === 'living-cluster' || because === 'other-project')
  if (others.length > 0) return { found: 'foreign', evidence: evidence([]), reason: keptMessage(others) }
  if (plan.deletes.length === 0) return withoutDeletes(plan, evidence([]))
  if (!(await begin(plan, signal))) throw new AccountTakenError()
  const { deleted, refused } = await deleteAll(account, plan.deletes, signal)
  const reason = refusedMessage(refused)
  if (deleted.length > 0) return { found: 'deleting', evidence: evidence(deleted), reason }
  return { ...failureOf(refused[0]), evidence: evidence([]), ...(reason !== null && { reason }) }
}

/** Azure's ids ignore case, and protection must not depend on the spelling. */
function isProtected(names: ReadonlySet<string>, identity: string): boolean {
  const plain = identity.toLowerCase()
  return [...names].some(name => name.toLowerCase() === plain)
}

const PROTECTED = 'it is on the list of protected accounts'

/**
 * Deletes each resource independently of refusals of others. Reports what was done within the time
 * limit.
 */
async function deleteAll(account: OpenAccount, resources: readonly CloudResource[], signal: AbortSignal) {
  const deleted: CloudResource[] = []
  const refused: CleanerError[] = []
  for (const resource of resources) {
    try {
      signal.throwIfAborted()
      await account.delete(resource, signal)
      deleted.push(resource)
    } catch (error) {
      if (signal.aborted) {
        refused.push(new CleanerError('unavailable', 'delete the rest', 'the time limit of a check was reached'))
        break
      }
      if (!(error instanceof CleanerError)) throw error
      refused.push(error)
      // All others would fail alike.
      if (isTransientFailure(error) || error.failure === 'credentials') break
    }
  }
  return { deleted, refused }
}

/** Result without deletions: the rest disappears by itself, or its owner is unknown. */
function withoutDeletes(plan: DeletionPlan, evidence: Evidence): Inspection {
  const unknown = plan.keeps.filter(({ because }) => because === 'nobody-known')
  if (unknown.length > 0) return { found: 'foreign', evidence, reason: keptMessage(unknown) }
  const used = plan.keeps.filter(({ because }) => because === 'used')
  if (used.length < plan.keeps.length) return { found: 'deleting', evidence, reason: null }
  return { found: 'left', evidence, reason: keptMessage(used) }
}

function failureOf(error: unknown): Extract<Inspection, { found: 'failure' }> {
  if (!(error instanceof CleanerError)) throw error
  const { message, retryAfterMs } = error
  return { found: 'failure', passing: isTransientFailure(error), reason: message, retryAfterMs, evidence: null }
}

function refusedMessage([first, ...others]: readonly CleanerError[]): string | null {
  if (first === undefined) return null
  return others.length === 0 ? first.message : `${first.message} The same applies to ${others.length} more.`
}

/** `volume vol-1 in eu-west-1 and 3 more stay: something still uses it.` */
function keptMessage(keeps: readonly Kept[]): string {
  const [first] = keeps
  if (first === undefined) return 'Some resources remain.'
  const more = keeps.length === 1 ? 'stays' : `and ${keeps.length - 1} more remain`
  return `${resourceName(first.resource)} ${more}: ${KEPT_REASONS[first.because]}.`
}

function wouldDo({ deletes, keeps }: DeletionPlan): string {
  const stay = keeps.length === 0 ? '' : ` ${keptMessage(keeps)}`
  return `Dry run: ${formatCounts(countsOf(deletes))} would be deleted.${stay}`
}

const GRACE_MS = 2_000

interface DeadlineOrder extends Omit<InspectionOrder, 'secret' | 'signal'> {
  readSecret(signal: AbortSignal): Promise<AccountSecret>
  readonly deadlineMs: number
  /** Grace period after the deadline for a cleaner that respects the signal. Default: two seconds. */
  readonly graceMs?: number
  /** Aborts the inspection with the process. */
  readonly signal: AbortSignal
}

/**
 * Inspects an account within a time limit even if the cleaner ignores the signal; such a cleaner
 * can delete nothing more. Throws AccountTakenError and the signal's reason; other failures are
 * part of the result.
 */
export async function inspectWithDeadline(order: DeadlineOrder): Promise<Inspection> {
  const { readSecret, deadlineMs, graceMs = GRACE_MS, ...rest } = order
  const limit = AbortSignal.any([order.signal, AbortSignal.timeout(deadlineMs)])
  try {
    return await orAborted(inspect(rest, readSecret, limit), limit, graceMs)
  } catch (error) {
    order.signal.throwIfAborted()
    if (limit.aborted)
      return failure(true, `The check of the account did not end within ${Math.ceil(deadlineMs / 1000)} s.`)
    if (error instanceof GardenError) return failure(!isAboutSecret(error), error.message)
    throw error
  }
}

/**
 * Whether the Secret itself causes the failure, so that the attempt counts against the account.
 * Unlike GardenError.isTransient: refused credentials of the console (401) and malformed answers
 * count against no account.
 */
function isAboutSecret({ kind }: GardenError): boolean {
  return kind === 'not-found' || kind === 'not-served' || kind === 'forbidden'
}

async function inspect(
  order: Omit<DeadlineOrder, 'readSecret' | 'deadlineMs' | 'graceMs'>,
  readSecret: DeadlineOrder['readSecret'],
  signal: AbortSignal,
): Promise<Inspection> {
  return inspectAccount({ ...order, secret: await readSecret(signal), signal })
}

async function orAborted<T>(work: Promise<T>, signal: AbortSignal, graceMs: number): Promise<T> {
  // Prevents an unhandled rejection after the time limit.
  work.catch(() => undefined)
  const late = Promise.withResolvers<never>()
  let timer: NodeJS.Timeout | undefined
  const abort = () => {
    timer = setTimeout(() => late.reject(signal.reason), graceMs)
  }
  if (signal.aborted) abort()
  else signal.addEventListener('abort', abort, { once: true })
  try {
    return await Promise.race([work, late.promise])
  } finally {
    clearTimeout(timer)
    signal.removeEventListener('abort', abort)
  }
}

function failure(passing: boolean, reason: string): Inspection {
  return { found: 'failure', passing, reason, retryAfterMs: null, evidence: null }
}
