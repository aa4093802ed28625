import type { IncomingMessage, ServerResponse } from 'node:http'
import { ClientCertificates } from '#embedded-garden/auth/authenticator.ts'
import type { BootstrapRole } from '#embedded-garden/auth/bootstrap.ts'
import { ServiceAccountTokens } from '#embedded-garden/auth/service-account-token.ts'
import { bootstrapCluster } from '#embedded-garden/bootstrap.ts'
import type { Clock } from '#embedded-garden/clock.ts'
import { createClusterServices } from '#embedded-garden/cluster-services.ts'
import { startDefinitions } from '#embedded-garden/controllers/custom-resource-definitions.ts'
import { startNamespaceDefaults } from '#embedded-garden/controllers/namespaces.ts'
import { startClusterControllers } from '#embedded-garden/controllers/start.ts'
import type { Resource, Services } from '#embedded-garden/resource.ts'
import type { ShootIdentity } from '#embedded-garden/shoot-access/shoot-identity.ts'
import type { ClientAuthority } from '#embedded-garden/tls/client-certificates.ts'
import { tokenKeyOf } from '#embedded-garden/tls/token-keys.ts'
import type { ShootStates } from './shoot-states.ts'

/** History for watches that reconnect; clients write little inside a shoot. */
const WINDOW = { changes: 1_000, bytes: 1024 * 1024 }

interface ShootServerOptions {
  readonly shoot: ShootIdentity
  /** Signs the certificates of its clients. */
  readonly authority: ClientAuthority
  /** PEM of the authority that signs its own certificate. */
  readonly serverAuthority: string
  /** Issuer of ServiceAccount tokens. */
  readonly issuer: string
  /** As `v1.34.7`. */
  readonly version: string
  readonly resources: readonly Resource[]
  readonly states: ShootStates
  readonly clock: Clock
}

/** The API server of one shoot while it is in memory. */
export class ShootServer {
  readonly shoot: ShootIdentity
  readonly services: Services
  readonly #states: ShootStates
  readonly #authority: string
  readonly #stops: readonly (() => void)[]
  readonly #open = new Map<ServerResponse, IncomingMessage>()

  /** Throws JournalError and file system errors. */
  constructor(options: ShootServerOptions) {
    const { shoot, authority, issuer, version, resources, states, clock } = options
    this.shoot = shoot
    this.#states = states
    this.#authority = authority.certificate
    const { services, isNew } = createClusterServices({
      clock,
      version,
      resources,
      persistence: states.open(shoot),
      window: WINDOW,
      accountTokens: new ServiceAccountTokens(tokenKeyOf(authority.privateKey), issuer),
      certificates: new ClientCertificates(authority.certificate, clock),
    })
    this.services = services
    if (isNew) bootstrapCluster(services.store, clock, shootRoles(resources))
    this.#stops = [
      startDefinitions(services).stop,
      startClusterControllers(services),
      startNamespaceDefaults(services, options.serverAuthority),
    ]
  }

  /** Whether this authority signs the client certificates of the server; a shoot may get another one. */
  trusts({ certificate }: ClientAuthority): boolean {
    return certificate === this.#authority
  }

  /** Whether the server has no open request. */
  get isIdle(): boolean {
    return this.#open.size === 0
  }

  /** Counts a request as open until its response closes. */
  serve(request: IncomingMessage, response: ServerResponse): void {
    this.#open.set(response, request)
    response.once('close', () => this.#open.delete(response))
  }

  /** Destroys the connections of open requests, including watches. */
  cut(): void {
    for (const request of this.#open.values()) request.socket.destroy()
  }

  /** Removes the server from memory; the objects of the shoot stay in its state storage. */
  stop(): void {
    for (const stop of this.#stops) stop()
    this.#states.close(this.shoot, this.services.store)
  }
}

const EVERYTHING = [
  { verbs: ['*'], apiGroups: ['*'], resources: ['*'] },
  { verbs: ['*'], nonResourceURLs: ['*'] },
]
/** Encrypted in every shoot, hence not for viewers. */
const ENCRYPTED = new Set(['secrets'])

/** ClusterRoles for the groups in Gardener's client certificates: administrators may do everything, viewers read all kinds but Secrets. */
function shootRoles(resources: readonly Resource[]): BootstrapRole[] {
  return [
    {
      name: 'gardener.cloud:system:administrators',
      rules: EVERYTHING,
      groups: ['gardener.cloud:system:admins', 'gardener.cloud:project:admins'],
    },
    {
      name: 'gardener.cloud:system:read-only',
      rules: readRules(resources),
      groups: ['gardener.cloud:system:viewers', 'gardener.cloud:project:viewers'],
    },
  ]
}

function readRules(resources: readonly Resource[]) {
  const readable = resources.filter(({ verbs, storage }) => verbs.includes('list') && !ENCRYPTED.has(storage))
  const groups = [...new Set(readable.map(({ group }) => group))].sort()
  return groups.map(group => ({
    verbs: ['get', 'list', 'watch'],
    apiGroups: [group],
    resources: [...new Set(readable.filter(each => each.group === group).map(({ plural }) => plural))].sort(),
  }))
}
