import { SecretGuard } from '#lib/embedded-garden/admission/secret-guard.ts'
import { Throttle } from '#lib/embedded-garden/admission/throttle.ts'
import { AccountAuthenticator } from '#lib/embedded-garden/auth/account-authenticator.ts'
import { Authenticator } from '#lib/embedded-garden/auth/authenticator.ts'
import { createPersonas, type Persona, type TokenUser } from '#lib/embedded-garden/auth/garden-users.ts'
import { Rbac } from '#lib/embedded-garden/auth/rbac.ts'
import { ServiceAccountTokens } from '#lib/embedded-garden/auth/service-account-token.ts'
import { StaticTokens } from '#lib/embedded-garden/auth/static-tokens.ts'
import { startControllers } from '#lib/embedded-garden/controllers/start.ts'
import { startDefinitions } from '#lib/embedded-garden/crd/lifecycle.ts'
import { FaultPlan } from '#lib/embedded-garden/faults/fault-plan.ts'
import { interceptor } from '#lib/embedded-garden/faults/interceptor.ts'
import { RequestLog } from '#lib/embedded-garden/http/request-log.ts'
import { type GardenServer, serve } from '#lib/embedded-garden/http/server.ts'
import { BUILT_IN } from '#lib/embedded-garden/resources/built-in.ts'
import { Registry } from '#lib/embedded-garden/resources/registry.ts'
import type { Journal } from '#lib/embedded-garden/storage/journal.ts'
import type { JournalRecord } from '#lib/embedded-garden/storage/journal-record.ts'
import { Store } from '#lib/embedded-garden/storage/store.ts'
import type { WindowLimits } from '#lib/embedded-garden/storage/window.ts'
import { createServerCertificates, type ServerCertificates } from '#lib/embedded-garden/tls/certificates.ts'
import { createSigningKey } from '#lib/embedded-garden/tls/signing-key.ts'
import { AggregatedApi } from './aggregated-api.ts'
import { bootstrap } from './bootstrap.ts'
import { loadAll } from './bulk-load.ts'
import { type Clock, systemClock } from './clock.ts'
import { kubeconfig } from './kubeconfig.ts'
import type { KubeObject } from './object.ts'
import type { Services } from './services.ts'

export interface GardenOptions {
  /** 0 = any free port. */
  readonly port?: number
  /** Where changes are kept, and what is kept there already; nothing = in memory. */
  readonly persistence?: { readonly journal: Journal; readonly records: Iterable<JournalRecord> }
  readonly certificates?: ServerCertificates
  /** RSA key of the ServiceAccounts' tokens, PEM. */
  readonly signingKey?: string
  readonly personas?: Readonly<Record<Persona, TokenUser>>
  /** More users with fixed tokens. */
  readonly users?: readonly TokenUser[]
  /** Limit on writes of Secret-backed bindings; on unless switched off. */
  readonly throttle?: boolean
  /** What controllers do in a living landscape: finalizers, ends of deletions. Off unless switched on. */
  readonly controllers?: boolean
  /** Offers the control addresses and the fault header. Off unless switched on. */
  readonly faults?: boolean
  /** Refuses Secret data to programs whose User-Agent begins like this, and remembers that they asked. */
  readonly refuseSecretDataTo?: string
  /** Takes any free port when `port` is in use. */
  readonly portMayChange?: boolean
  /** Namespace of the kubeconfigs. */
  readonly namespace?: string
  readonly clock?: Clock
  readonly window?: WindowLimits
}

/** A running garden. */
export interface Garden {
  readonly url: string
  readonly port: number
  /** PEM */
  readonly caCertificate: string
  readonly services: Services
  /** Counts of requests by verb, resource and user agent. */
  readonly requests: RequestLog
  /** What shall go wrong next; works only with the option `faults`. */
  readonly faults: FaultPlan
  /** Nothing was there when it started. */
  readonly isNew: boolean
  /** The token of a persona, for requests by hand. */
  token(as: Persona): string
  kubeconfig(as: Persona): string
  /** Puts fully formed objects (of one resource such as `shoots.core.gardener.cloud`) into the store, past admission. */
  load(resource: string, objects: readonly KubeObject[]): void
  /** The same for objects of all kinds, told apart by apiVersion and kind. Throws for a kind that is not served. */
  loadAll(objects: Iterable<KubeObject>): void
  stop(): Promise<void>
}

let sharedCertificates: Promise<ServerCertificates> | undefined
let sharedSigningKey: Promise<string> | undefined

/** Starts a garden in this process. Without options it is empty, in memory, on a free port. */
export async function createGarden(options: GardenOptions = {}): Promise<Garden> {
  const clock = options.clock ?? systemClock
  const personas = options.personas ?? createPersonas()
  const certificates = options.certificates ?? (await memoryCertificates(clock))
  const { services, isNew } = createServices(options, clock, personas, options.signingKey ?? (await memorySigningKey()))
  const faults = new FaultPlan()
  const requests = new RequestLog()
  const intercept = interceptor({ services, faults, requests }, options.faults ?? false)
  const tls = { cert: certificates.certificate, key: certificates.privateKey }
  const server = await serve(
    services,
    tls,
    { port: options.port ?? 0, mayChange: options.portMayChange ?? false },
    intercept,
  )
  const definitions = startDefinitions(services)
  const stopControllers = options.controllers ? startControllers(services) : () => undefined
  const access = accessTo(server, certificates, personas, options.namespace ?? 'default')
  return {
    ...access,
    services,
    requests,
    faults,
    isNew,
    load: (resource, objects) => services.store.load(resource, objects),
    loadAll: objects => loadAll(services, objects, definitions.serve),
    stop: async () => {
      stopControllers()
      definitions.stop()
      await server.close()
      services.store.journal.close()
    },
  }
}

/** Gardens in memory share one certificate: tests start many. */
function memoryCertificates(clock: Clock): Promise<ServerCertificates> {
  sharedCertificates ??= createServerCertificates(clock.now())
  return sharedCertificates
}

function memorySigningKey(): Promise<string> {
  sharedSigningKey ??= createSigningKey()
  return sharedSigningKey
}

function createServices(
  options: GardenOptions,
  clock: Clock,
  personas: Readonly<Record<Persona, TokenUser>>,
  signingKey: string,
): { services: Services; isNew: boolean } {
  const { persistence, window } = options
  const store = new Store({ ...(persistence && { journal: persistence.journal }), ...(window && { window }) })
  const registry = new Registry()
  for (const resource of BUILT_IN) {
    registry.add(resource)
    if (!resource.conversion) store.index(resource.storage, resource.strategy.fields)
  }
  if (persistence) store.restore(persistence.records)
  const isNew = store.collection('namespaces').size === 0
  if (isNew) bootstrap(store, clock)
  const tokens = new StaticTokens(
    [...Object.values(personas), ...(options.users ?? [])].map(({ token, user }) => [token, user]),
  )
  const accountTokens = new ServiceAccountTokens(signingKey)
  const accounts = new AccountAuthenticator(accountTokens, store, clock)
  const services: Services = {
    store,
    registry,
    clock,
    rbac: new Rbac(store),
    accounts,
    accountTokens,
    authenticator: new Authenticator([token => tokens.find(token), token => accounts.check(token).user]),
    throttle: new Throttle(clock, options.throttle ?? true),
    aggregatedApi: new AggregatedApi(clock),
    secretGuard: new SecretGuard(options.refuseSecretDataTo ?? null),
  }
  return { services, isNew }
}

type Access = Pick<Garden, 'url' | 'port' | 'caCertificate' | 'token' | 'kubeconfig'>

function accessTo(
  server: GardenServer,
  { caCertificate }: ServerCertificates,
  personas: Readonly<Record<Persona, TokenUser>>,
  namespace: string,
): Access {
  return {
    url: server.url,
    port: server.port,
    caCertificate,
    token: as => personas[as].token,
    kubeconfig: as => kubeconfig({ server: server.url, caCertificate, user: as, token: personas[as].token, namespace }),
  }
}
