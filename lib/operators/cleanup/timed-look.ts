import { GardenError } from '#lib/garden/client/garden-error.ts'
import type { Look } from './account-cleaning.ts'
import type { AccountSecret } from './cleaner.ts'
import { type LookOrder, lookAtAccount } from './look-at-account.ts'

const GRACE_MS = 2_000

interface TimedOrder extends Omit<LookOrder, 'secret' | 'signal'> {
  readSecret(signal: AbortSignal): Promise<AccountSecret>
  readonly deadlineMs: number
  /** How long a look that listens has to end after the deadline. Default: two seconds. */
  readonly graceMs?: number
  /** Ends the look with everything else. */
  readonly signal: AbortSignal
}

/**
 * A look at an account that ends in time, whatever its cleaner does; one that does not listen is left behind and deletes nothing more.
 * Throws AccountTakenError and the signal's reason; every other failure comes back in words.
 */
export async function timedLook(order: TimedOrder): Promise<Look> {
  const { readSecret, deadlineMs, graceMs = GRACE_MS, ...rest } = order
  const limit = AbortSignal.any([order.signal, AbortSignal.timeout(deadlineMs)])
  try {
    return await orAborted(look(rest, readSecret, limit), limit, graceMs)
  } catch (error) {
    order.signal.throwIfAborted()
    if (limit.aborted)
      return failure(true, `The look at the account did not end within ${Math.ceil(deadlineMs / 1000)} s.`)
    if (error instanceof GardenError) return failure(!isAboutSecret(error), error.message)
    throw error
  }
}

/**
 * Whether a read fails because of the Secret itself, so that the attempt counts against the account. Other than for
 * GardenError.isTransient, refused credentials of the console (401) or a senseless answer count against no account.
 */
function isAboutSecret({ kind }: GardenError): boolean {
  return kind === 'not-found' || kind === 'not-served' || kind === 'forbidden'
}

async function look(
  order: Omit<TimedOrder, 'readSecret' | 'deadlineMs' | 'graceMs'>,
  readSecret: TimedOrder['readSecret'],
  signal: AbortSignal,
): Promise<Look> {
  return lookAtAccount({ ...order, secret: await readSecret(signal), signal })
}

async function orAborted<T>(work: Promise<T>, signal: AbortSignal, graceMs: number): Promise<T> {
  // Nobody hears of what is left behind.
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

function failure(passing: boolean, reason: string): Look {
  return { found: 'failure', passing, reason, retryAfterMs: null, evidence: null }
}
