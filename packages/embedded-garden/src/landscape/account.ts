import type { PlannedState, PoolPlan } from './blueprint.ts'

/** A hyperscaler account as the landscape plans it, before any manifest is written. */
export interface AccountPlan {
  readonly pool: PoolPlan
  readonly name: string
  readonly state: PlannedState | 'malformed'
  readonly credential: 'Secret' | 'WorkloadIdentity'
  /** Epoch milliseconds. */
  readonly createdAt: number
  /** Epoch milliseconds at which the account entered its state. */
  readonly since: number
  /** The global account that runs clusters there; null for shared accounts and those without an owner. */
  readonly owner: string | null
  readonly bindings: readonly BindingPlan[]
  /** Number of shoots on it. */
  readonly clusters: number
}

export interface BindingPlan {
  readonly kind: 'CredentialsBinding' | 'SecretBinding'
  readonly name: string
  readonly labels: Readonly<Record<string, string>>
  readonly annotations: Readonly<Record<string, string>>
  readonly createdAt: number
  readonly deletedAt: number | null
}
