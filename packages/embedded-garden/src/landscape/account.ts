import type { PlannedState, PoolPlan } from './blueprint.ts'

/** A hyperscaler account as the landscape plans it, before any manifest is written. */
export interface AccountPlan {
  readonly pool: PoolPlan
  readonly name: string
  readonly state: PlannedState | 'malformed'
  readonly credential: 'Secret' | 'WorkloadIdentity'
  /** Epoch milliseconds. */
  readonly createdAt: number
  /** Since when it is in its state. */
  readonly since: number
  /** Global account whose clusters run there; null for nobody's and shared ones. */
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
