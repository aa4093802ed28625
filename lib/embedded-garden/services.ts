import type { SecretGuard } from '#lib/embedded-garden/admission/secret-guard.ts'
import type { Throttle } from '#lib/embedded-garden/admission/throttle.ts'
import type { AccountAuthenticator } from '#lib/embedded-garden/auth/account-authenticator.ts'
import type { Authenticator } from '#lib/embedded-garden/auth/authenticator.ts'
import type { Rbac } from '#lib/embedded-garden/auth/rbac.ts'
import type { ServiceAccountTokens } from '#lib/embedded-garden/auth/service-account-token.ts'
import type { Registry } from '#lib/embedded-garden/resources/registry.ts'
import type { ShootAccess } from '#lib/embedded-garden/shoot-access/shoot-access.ts'
import type { Store } from '#lib/embedded-garden/storage/store.ts'
import type { AggregatedApi } from './aggregated-api.ts'
import type { Clock } from './clock.ts'

/** What every request handler of one API server may use. */
export interface Services {
  readonly store: Store
  readonly registry: Registry
  readonly rbac: Rbac
  readonly authenticator: Authenticator
  readonly accounts: AccountAuthenticator
  readonly accountTokens: ServiceAccountTokens
  readonly clock: Clock
  /** Limit of the requests Gardener's API server sends to kube-apiserver. */
  readonly throttle: Throttle
  readonly aggregatedApi: AggregatedApi
  readonly secretGuard: SecretGuard
  /** Version of Kubernetes, as `v1.34.7`. */
  readonly version: string
  /** The shoots' API servers; null in a garden without them, and in those servers themselves. */
  readonly shoots: ShootAccess | null
}
