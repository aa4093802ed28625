import { SecretGuard } from '#embedded-garden/admission/secret-guard.ts'
import { Throttle } from '#embedded-garden/admission/throttle.ts'
import { AccountAuthenticator } from '#embedded-garden/auth/account-authenticator.ts'
import { Authenticator, type ClientCertificates, StaticTokens } from '#embedded-garden/auth/authenticator.ts'
import type { TokenUser } from '#embedded-garden/auth/garden-users.ts'
import { Rbac } from '#embedded-garden/auth/rbac.ts'
import type { ServiceAccountTokens } from '#embedded-garden/auth/service-account-token.ts'
import { Registry, type Resource, type Services } from '#embedded-garden/resource.ts'
import type { ShootAccess } from '#embedded-garden/shoot-access/shoot-identity.ts'
import type { Journal } from '#embedded-garden/storage/journal.ts'
import type { JournalRecord } from '#embedded-garden/storage/journal-record.ts'
import { Store } from '#embedded-garden/storage/store.ts'
import type { WindowLimits } from '#embedded-garden/storage/window.ts'
import { AggregatedApi } from './aggregated-api.ts'
import type { Clock } from './clock.ts'

interface ClusterOptions {
  readonly clock: Clock
  /** As `v1.34.7`. */
  readonly version: string
  /** The kinds that are served without a CustomResourceDefinition. */
  readonly resources: readonly Resource[]
  /** Journal that receives changes, and the records to load from it; undefined = objects live in memory only. */
  readonly persistence?: { readonly journal: Journal; readonly records: Iterable<JournalRecord> } | undefined
  readonly window?: WindowLimits | undefined
  readonly accountTokens: ServiceAccountTokens
  /** Users with fixed tokens. */
  readonly users?: readonly TokenUser[]
  /** Users with certificates. Setting it disables anonymous requests. */
  readonly certificates?: ClientCertificates
  readonly throttle?: boolean
  readonly refuseSecretDataTo?: string | undefined
  readonly shoots?: ShootAccess | null
}

/** Creates the services of one API server: storage, kinds, authentication and authorization. `isNew`: its storage is empty. */
export function createClusterServices(options: ClusterOptions): { services: Services; isNew: boolean } {
  const { persistence, window, clock, accountTokens, certificates } = options
  const store = new Store({ ...(persistence && { journal: persistence.journal }), ...(window && { window }) })
  const registry = new Registry()
  for (const resource of options.resources) {
    registry.add(resource)
    if (!resource.conversion) store.index(resource.storage, resource.strategy.fields)
  }
  if (persistence) store.restore(persistence.records)
  const tokens = new StaticTokens((options.users ?? []).map(({ token, user }) => [token, user]))
  const accounts = new AccountAuthenticator(accountTokens, store, clock)
  const sources = [(token: string) => tokens.find(token), (token: string) => accounts.check(token).user]
  const services: Services = {
    store,
    registry,
    clock,
    rbac: new Rbac(store),
    accounts,
    accountTokens,
    authenticator: new Authenticator(sources, certificates ? { certificates, anonymous: false } : {}),
    throttle: new Throttle(clock, options.throttle ?? false),
    aggregatedApi: new AggregatedApi(clock),
    secretGuard: new SecretGuard(options.refuseSecretDataTo ?? null),
    version: options.version,
    shoots: options.shoots ?? null,
  }
  return { services, isNew: store.collection('namespaces').size === 0 }
}
