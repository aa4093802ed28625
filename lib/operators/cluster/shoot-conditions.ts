import {
  type CLUSTER_CONDITIONS,
  type ClusterReason,
  SHOOT_CONDITIONS,
  type ShootConditionType,
} from '#lib/operators/api/cluster.ts'
import type { Condition, Finding } from '#lib/operators/framework/conditions.ts'
import { cutTo } from '#lib/operators/framework/event-recorder.ts'
import { foreignShoot, wasMade } from '#lib/operators/target/find-target.ts'
import type { LiveShoot, ShootCondition, ShootStatus } from './live-shoot.ts'

/** Finding of a mirrored condition. */
export type ShootFinding = Finding<typeof SHOOT_CONDITIONS>

/** Maximum size of a mirrored message; the shoot has the full text. */
const MAX_MESSAGE_BYTES = 1_024

/** Pattern of a reason (metav1.Condition); Gardener does not validate its reasons. */
const REASON = /^[A-Za-z]([A-Za-z0-9_,:]{0,254}[A-Za-z0-9_])?$/

/** Mirrors Gardener's conditions of a shoot, each known type once; none without a shoot. */
export function shootFindings(shoot: LiveShoot | null): readonly ShootFinding[] {
  const conditions = shoot?.status?.conditions ?? []
  return TYPES.flatMap(type => {
    const condition = conditions.find(each => each.type === type)
    return condition === undefined ? [] : [mirrored(type, condition)]
  })
}

/** Whether a condition of a Cluster is mirrored. */
export function isMirrored(condition: Condition): condition is Condition<ShootConditionType> {
  return Object.hasOwn(SHOOT_CONDITIONS, condition.type)
}

const TYPES = Object.keys(SHOOT_CONDITIONS) as readonly ShootConditionType[]

function mirrored(type: ShootConditionType, { status = '', reason = '', message = '' }: ShootCondition): ShootFinding {
  const known = status === 'True' || status === 'False' || status === 'Unknown' ? status : null
  const text = known === null && status !== '' ? `${status}: ${message}` : message
  return {
    type,
    status: known ?? 'Unknown',
    reason: REASON.test(reason) ? reason : 'NotGiven',
    message: cutTo(text, MAX_MESSAGE_BYTES),
  }
}

type Reason = ClusterReason<'ClusterProvisioned'>
type ProvisionedFinding = Extract<Finding<typeof CLUSTER_CONDITIONS>, { readonly type: 'ClusterProvisioned' }>

/**
 * Derives ClusterProvisioned from the shoot: true from the completed creation on while its API
 * server is available, even during later errors of Gardener, which the reason names. `account`
 * names the binding for people.
 */
export function provisionedBy(shoot: LiveShoot, account: string): ProvisionedFinding {
  const { status = {}, metadata } = shoot
  if (metadata?.deletionTimestamp !== undefined)
    return finding('False', 'ShootDeleting', `The shoot is being deleted${progress(status)}.`)
  const errors = errorsOf(status)
  if (status.hibernated && !errors) return finding('False', 'ShootHibernated', 'The shoot is hibernated.')
  const runs = wasMade(status) && isAvailable(status)
  if (errors) return failedFinding(errors, runs, account)
  const { type, state } = status.lastOperation ?? {}
  if (state === 'Succeeded' && runs) return finding('True', 'ShootReady', `The cluster is running.${unhealthy(status)}`)
  if (type === undefined) return finding('False', 'ShootCreating', 'Gardener has not started the shoot yet.')
  if (state === 'Error' || state === 'Failed' || state === 'Aborted')
    return finding(runs ? 'True' : 'False', 'ShootFailed', `Gardener could not finish the shoot${progress(status)}.`)
  if (type === 'Create') return finding('False', 'ShootCreating', `Gardener is creating the shoot${progress(status)}.`)
  const message = `Gardener is reconciling the shoot${progress(status)}.`
  return finding(runs ? 'True' : 'False', 'ShootReconciling', message)
}

/**
 * ClusterProvisioned of a shoot that was deleted by others. Its content is unknown, so it is not
 * created again (seed 004).
 */
export function shootGone(name: string): ProvisionedFinding {
  const message = `The shoot ${name} was deleted outside of the console, with everything in it. It is not recreated automatically: delete this Cluster, and create a new one if it is still needed.`
  return finding('False', 'ShootGone', message)
}

/** ClusterProvisioned when the name of the shoot is occupied. */
export function shootForeign(name: string): ProvisionedFinding {
  return finding('False', 'ShootForeign', foreignShoot(name))
}

interface AccountError {
  readonly reason: ClusterReason<'ClusterProvisioned'>
  readonly message: string
}

/** Gardener's error codes about the account (types_common.go), those first that need a person. */
const ACCOUNT_ERRORS: Readonly<Record<string, AccountError>> = {
  ERR_INFRA_UNAUTHENTICATED: {
    reason: 'AccountUnauthenticated',
    message: 'the provider does not accept its credentials; renew them',
  },
  ERR_INFRA_UNAUTHORIZED: {
    reason: 'AccountUnauthorized',
    message: 'its credentials lack permissions at the provider; grant them',
  },
  ERR_INFRA_QUOTA_EXCEEDED: {
    reason: 'AccountQuotaExceeded',
    message: 'a quota at the provider is exhausted; raise it, or delete unused resources',
  },
  ERR_INFRA_RATE_LIMITS_EXCEEDED: {
    reason: 'AccountRateLimited',
    message: 'the provider limits its calls; Gardener retries automatically',
  },
  ERR_INFRA_RESOURCES_DEPLETED: {
    reason: 'AccountResourcesDepleted',
    message: 'the provider has no such machines left in the region; choose another type, region or zones',
  },
}

/** Last errors of a shoot. */
interface ShootErrors {
  /** Null for errors that do not concern the account. */
  readonly account: { readonly reason: ClusterReason<'ClusterProvisioned'>; readonly message: string } | null
  /** Distinct codes. */
  readonly codes: readonly string[]
}

/**
 * Reads the last errors; null without any. Their texts come from the provider and are not passed
 * on.
 */
function errorsOf({ lastErrors = [] }: ShootStatus): ShootErrors | null {
  if (lastErrors.length === 0) return null
  const codes = [...new Set(lastErrors.flatMap(error => error.codes ?? []))]
  const code = Object.keys(ACCOUNT_ERRORS).find(each => codes.includes(each))
  const error = code === undefined ? undefined : ACCOUNT_ERRORS[code]
  return { account: error ? { reason: error.reason, message: `${error.message} (${code})` } : null, codes }
}

function failedFinding({ account: error, codes }: ShootErrors, runs: boolean, account: string): ProvisionedFinding {
  const status = runs ? 'True' : 'False'
  if (error) return finding(status, error.reason, `The account of ${account} has a problem: ${error.message}.`)
  const named = codes.length === 0 ? '' : `: ${codes.join(', ')}`
  return finding(status, 'ShootFailed', `Gardener reports errors of the shoot${named}. See the shoot for details.`)
}

function isAvailable({ conditions = [] }: ShootStatus): boolean {
  return conditions.find(({ type }) => type === 'APIServerAvailable')?.status !== 'False'
}

function unhealthy({ conditions = [] }: ShootStatus): string {
  const failing = conditions.filter(({ status }) => status === 'False').flatMap(({ type }) => (type ? [type] : []))
  return failing.length === 0 ? '' : ` Gardener reports failing conditions: ${failing.join(', ')}.`
}

function progress({ lastOperation }: ShootStatus): string {
  return lastOperation?.progress === undefined ? '' : `, ${lastOperation.progress}%`
}

function finding(status: ProvisionedFinding['status'], reason: Reason, message: string): ProvisionedFinding {
  return { type: 'ClusterProvisioned', status, reason, message }
}
