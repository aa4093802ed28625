import { createPersonas, PERSONA_ROLES, type Persona, type TokenUser } from '#embedded-garden/auth/garden-users.ts'
import { ServiceAccountTokens } from '#embedded-garden/auth/service-account-token.ts'
import { startDefinitions } from '#embedded-garden/controllers/custom-resource-definitions.ts'
import { startControllers } from '#embedded-garden/controllers/start.ts'
import { FaultPlan } from '#embedded-garden/faults/fault.ts'
import { interceptor } from '#embedded-garden/faults/interceptor.ts'
import { RequestLog } from '#embedded-garden/http/request-log.ts'
import { BUILT_IN, SHOOT_BUILT_IN } from '#embedded-garden/resources/built-in.ts'
import { RECORDED_VERSION } from '#embedded-garden/server/discovery.ts'
import { type GardenServer, serve } from '#embedded-garden/server/server.ts'
import { AccountRefusals } from '#embedded-garden/shoot-life/account-errors.ts'
import { routerOf, ShootServers } from '#embedded-garden/shoot-servers/shoot-servers.ts'
import { MemoryShootStates, type ShootStates } from '#embedded-garden/shoot-servers/shoot-states.ts'
import type { Journal } from '#embedded-garden/storage/journal.ts'
import type { JournalRecord } from '#embedded-garden/storage/journal-record.ts'
import type { WindowLimits } from '#embedded-garden/storage/window.ts'
import { type ServerCertificates, sharedCertificates } from '#embedded-garden/tls/certificates.ts'
import { sharedSigningKey } from '#embedded-garden/tls/token-keys.ts'
import { kubeconfig } from './auth/garden-users.ts'
import { bootstrapAggregation, bootstrapCluster, loadAll, updateRoles } from './bootstrap.ts'
import { type Clock, systemClock } from './clock.ts'
import { createClusterServices } from './cluster-services.ts'
import type { KubeObject } from './object.ts'
import type { Services } from './resource.ts'

export interface GardenOptions {
  /** 0 = any free port. */
  readonly port?: number
  /** Journal that receives changes, and the records to load from it; undefined = objects live in memory only. */
  readonly persistence?: { readonly journal: Journal; readonly records: Iterable<JournalRecord> }
  readonly certificates?: ServerCertificates
  /** RSA key of the ServiceAccounts' tokens, PEM. */
  readonly signingKey?: string
  readonly personas?: Readonly<Record<Persona, TokenUser>>
  /** More users with fixed tokens. */
  readonly users?: readonly TokenUser[]
  /** Limits writes of Secret-backed bindings. Default: true. */
  readonly throttle?: boolean
  /** Starts the controllers: finalizers, step-by-step operations of shoots, API servers of shoots. Default: false. */
  readonly controllers?: boolean
  /** Time between the steps of a shoot's creation, change and deletion; 0 = without delay. Default: one second. */
  readonly shootStepMs?: number
  /** Storage for the objects inside shoots. Default: in memory. */
  readonly shootStates?: ShootStates
  /** Maximum number of shoot API servers in memory; an evicted server's objects stay in `shootStates`. Default: 100. */
  readonly shootServers?: number
  /** Offers the control addresses and the fault header. Default: false. */
  readonly faults?: boolean
  /** Refuses Secret data to clients whose User-Agent has this prefix, and records their requests. */
  readonly refuseSecretDataTo?: string
  /** Uses any free port when `port` is in use. */
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
  /** The same counts for requests to API servers of shoots. */
  readonly shootRequests: RequestLog
  /** The planned faults; works only with the option `faults`. */
  readonly faults: FaultPlan
  /** Accounts whose shoots cannot be created or changed; works only with the option `controllers`. */
  readonly refusals: AccountRefusals
  /** The API servers of the shoots; null without the option `controllers`. */
  readonly shoots: ShootServers | null
  /** Whether the storage was empty at the start. */
  readonly isNew: boolean
  /** The token of a persona, for direct requests. */
  token(as: Persona): string
  kubeconfig(as: Persona): string
  /** Stores complete objects of one resource, such as `shoots.core.gardener.cloud`, without admission. */
  load(resource: string, objects: readonly KubeObject[]): void
  /** Like `load`, for objects of any served kind, by apiVersion and kind. Throws for a kind that is not served. */
  loadAll(objects: Iterable<KubeObject>): void
  stop(): Promise<void>
}

/** Milliseconds per step, so that a new shoot of the demo is ready after a few seconds. */
const SHOOT_STEP_MS = 1_000

/** Starts a garden in this process. Without options it is empty, in memory, on a free port. */
export async function createGarden(options: GardenOptions = {}): Promise<Garden> {
  const clock = options.clock ?? systemClock
  const personas = options.personas ?? createPersonas()
  const certificates = options.certificates ?? (await sharedCertificates(clock.now()))
  const shoots = options.controllers ? shootServers(options, clock, certificates) : null
  const { services, isNew } = gardenServices(options, {
    clock,
    personas,
    shoots,
    signingKey: options.signingKey ?? (await sharedSigningKey()),
  })
  const watched = {
    faults: new FaultPlan(),
    requests: new RequestLog(),
    shootRequests: new RequestLog(),
    refusals: new AccountRefusals(),
  }
  const server = await serve(
    routerOf(services, shoots),
    { cert: certificates.certificate, key: certificates.privateKey },
    { port: options.port ?? 0, mayChange: options.portMayChange ?? false },
    interceptor({ services, shoots, ...watched }, options.faults ?? false),
  )
  shoots?.start(services, server.url)
  const definitions = startDefinitions(services)
  const shootLife = { stepMs: options.shootStepMs ?? SHOOT_STEP_MS, refusals: watched.refusals }
  const stopControllers = options.controllers ? startControllers(services, shootLife) : () => undefined
  const access = accessTo(server, certificates, personas, options.namespace ?? 'default')
  return {
    ...access,
    ...watched,
    services,
    shoots,
    isNew,
    load: (resource, objects) => services.store.load(resource, objects),
    loadAll: objects => loadAll(services, objects, definitions.serve),
    stop: async () => {
      stopControllers()
      definitions.stop()
      await server.close()
      shoots?.stop()
      services.store.journal.close()
    },
  }
}

function shootServers(options: GardenOptions, clock: Clock, { caCertificate }: ServerCertificates): ShootServers {
  const { shootStates, shootServers: maxLoaded } = options
  return new ShootServers({
    clock,
    resources: SHOOT_BUILT_IN,
    states: shootStates ?? new MemoryShootStates(),
    serverAuthority: caCertificate,
    ...(maxLoaded !== undefined && { maxLoaded }),
  })
}

interface Parts {
  readonly clock: Clock
  readonly personas: Readonly<Record<Persona, TokenUser>>
  readonly shoots: ShootServers | null
  readonly signingKey: string
}

function gardenServices(
  options: GardenOptions,
  { clock, personas, shoots, signingKey }: Parts,
): { services: Services; isNew: boolean } {
  const { persistence, window, throttle = true, refuseSecretDataTo, users = [] } = options
  const created = createClusterServices({
    clock,
    version: RECORDED_VERSION,
    resources: BUILT_IN,
    persistence,
    window,
    accountTokens: new ServiceAccountTokens(signingKey),
    users: [...Object.values(personas), ...users],
    throttle,
    refuseSecretDataTo,
    shoots,
  })
  if (created.isNew) {
    bootstrapCluster(created.services.store, clock, PERSONA_ROLES)
    bootstrapAggregation(created.services.store, clock)
  } else updateRoles(created.services.store, clock, PERSONA_ROLES)
  return created
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
