import type { GardenClient } from '#lib/garden/client/client.ts'
import { GardenError } from '#lib/garden/client/garden-error.ts'
import { SECRETS } from '#lib/garden/resources/resource.ts'
import type { BindingWrites } from '#lib/garden/writes/binding-writes.ts'
import { WriteError } from '#lib/garden/writes/write-error.ts'
import { QueueClosedError } from '#lib/garden/writes/write-queue.ts'
import { CONDITION_CAUSES, type ConditionCause } from '#lib/hap/pools/account-condition.ts'
import { type Account, accountKey, type Binding } from '#lib/hap/pools/binding.ts'
import type { DueCondition } from '#lib/store/accounts.ts'

/** The requests of a check. Its writes are dry runs only. */
export interface CheckParts {
  readonly client: Pick<GardenClient, 'get'>
  readonly writes: Pick<BindingWrites, 'read' | 'preview'>
}

/**
 * `unknown`: the check decides nothing, for example if the console may not read the Secret or
 * Gardener does not answer.
 */
type CheckResult =
  | { readonly kind: 'usable' | 'unknown' }
  | { readonly kind: 'refused'; readonly cause: ConditionCause }

const CHECK_MS = 10_000

/**
 * Whether the Secret of an account exists. Asks for its metadata alone. The console's own 403 says nothing about the account, and
 * other kinds of credentials are checked by a dry run only.
 */
export async function findSecret(
  client: CheckParts['client'],
  account: Account,
): Promise<'found' | 'missing' | 'unknown'> {
  if (account.kind !== 'Secret') return 'unknown'
  try {
    await client.get({ resource: SECRETS, namespace: account.namespace, name: account.name }, { withinMs: CHECK_MS })
    return 'found'
  } catch (error) {
    if (!(error instanceof GardenError)) throw error
    return error.kind === 'not-found' ? 'missing' : 'unknown'
  }
}

/**
 * Checks whether a condition lasts: by the Secret if that decides, else by a dry run of a write
 * that changes nothing.
 */
export async function checkAccount(parts: CheckParts, due: DueCondition, binding: Binding): Promise<CheckResult> {
  if (due.binding === null) {
    const secret = await findSecret(parts.client, binding.account)
    if (secret === 'found') return { kind: 'usable' }
    if (secret === 'missing') return { kind: 'refused', cause: 'credentials-missing' }
  }
  return isDryRunDue(due) ? dryRun(parts.writes, binding) : { kind: 'unknown' }
}

/**
 * A dry run uses one of the few writes that Gardener allows per second, so it backs off: it runs
 * with check 1, 2, 4 and 8, then with every twelfth, which is once an hour.
 */
export function isDryRunDue({ confirmed, checks }: Pick<DueCondition, 'confirmed' | 'checks'>): boolean {
  return !confirmed || checks % 12 === 0 || [1, 2, 4, 8].includes(checks)
}

async function dryRun(writes: CheckParts['writes'], known: Binding): Promise<CheckResult> {
  try {
    const binding = await writes.read(known, { withinMs: CHECK_MS })
    // A binding recreated under the name says nothing about the account of the condition.
    if (binding.uid !== known.uid || accountKey(binding.account) !== accountKey(known.account))
      return { kind: 'unknown' }
    const change = { labels: {}, annotations: {} }
    await writes.preview({ binding, change, priority: 'bulk', withinMs: 0 })
    return { kind: 'usable' }
  } catch (error) {
    if (error instanceof QueueClosedError) return { kind: 'unknown' }
    if (!(error instanceof WriteError)) throw error
    const cause = CONDITION_CAUSES.find(each => each === error.code)
    return cause === undefined ? { kind: 'unknown' } : { kind: 'refused', cause }
  }
}
