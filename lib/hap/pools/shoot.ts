import type { PlanFacts } from '../plans/plan-facts.ts'
import type { BindingKind } from './binding.ts'

/** What HAP keeps of a Gardener shoot (about 300 bytes of 17 kB). By itself it carries neither plan nor platform region. */
export interface Shoot {
  readonly namespace: string
  readonly name: string
  readonly uid: string
  /** `spec.credentialsBindingName` or `spec.secretBindingName`; null for workerless shoots. */
  readonly binding: { readonly kind: Exclude<BindingKind, 'Secret'>; readonly name: string } | null
  /** Label `account`, written by Kyma's infrastructure manager. */
  readonly globalAccount: string | null
  /** Label `subaccount`. */
  readonly subaccount: string | null
  /** Annotation `infrastructuremanager.kyma-project.io/runtime-id`. */
  readonly runtimeId: string | null
  readonly provider: string
  readonly region: string
  readonly createdAt: string
  readonly deletedAt: string | null
  readonly hibernated: boolean
  readonly lastOperation: ShootOperation | null
  /** Codes of `status.lastErrors`, for example ERR_INFRA_QUOTA_EXCEEDED. */
  readonly errorCodes: readonly string[]
  /** What its own labels tell: only where a setting names such labels, and on shoots that have one of them. */
  readonly labelled?: PlanFacts
}

export interface ShootOperation {
  readonly type: string
  readonly state: string
  /** Percent. */
  readonly progress: number
  /** RFC 3339, UTC. */
  readonly at: string
}

const INFRASTRUCTURE_CODE = 'ERR_INFRA_'

/** In a search: any of the codes that speak of the account. */
export const INFRASTRUCTURE = 'infrastructure'

/** Codes of a shoot that speak of its account: credentials, quota, resources, rate limits (Gardener). */
export function infrastructureErrors({ errorCodes }: Pick<Shoot, 'errorCodes'>): readonly string[] {
  return errorCodes.filter(code => code.startsWith(INFRASTRUCTURE_CODE))
}
