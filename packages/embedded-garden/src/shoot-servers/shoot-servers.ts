import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Clock } from '#embedded-garden/clock.ts'
import { objectAt, objectsAt, stringAt } from '#embedded-garden/json.ts'
import type { KubeObject } from '#embedded-garden/object.ts'
import type { Resource, Services } from '#embedded-garden/resource.ts'
import type { Route, Router } from '#embedded-garden/server/server.ts'
import { clientAuthorityOf } from '#embedded-garden/shoot-access/shoot-authority.ts'
import {
  identityOf,
  SHOOTS,
  type ShootAccess,
  type ShootIdentity,
  shootPath,
  splitShootUrl,
} from '#embedded-garden/shoot-access/shoot-identity.ts'
import { storageKey, thaw } from '#embedded-garden/storage/stored.ts'
import type { Change } from '#embedded-garden/storage/window.ts'
import type { ClientAuthority } from '#embedded-garden/tls/client-certificates.ts'
import { ShootServer } from './shoot-server.ts'
import type { ShootStates } from './shoot-states.ts'

/** So many servers stay in memory; of more, those that were asked longest ago leave it. */
const MAX_AWAKE = 100

interface ShootServersOptions {
  readonly clock: Clock
  /** The kinds a cluster serves. */
  readonly resources: readonly Resource[]
  readonly states: ShootStates
  /** PEM of the authority behind the certificate of the garden. */
  readonly serverAuthority: string
  readonly maxAwake?: number
}

/** The API servers of all shoots: each comes into being with its first request, and goes with its shoot. */
export class ShootServers implements ShootAccess {
  readonly serverAuthority: string
  readonly #options: ShootServersOptions
  readonly #awake = new Map<string, ShootServer>()
  readonly #standIns = new Map<string, string>()
  #garden = ''
  #store: Services['store'] | null = null
  #stopWatching = () => {}

  constructor(options: ShootServersOptions) {
    this.#options = options
    this.serverAuthority = options.serverAuthority
  }

  /** Begins to serve the shoots of a garden that answers at `url`. */
  start({ store }: Services, url: string): void {
    this.#store = store
    this.#garden = url
    this.#stopWatching = store.collection(SHOOTS).subscribe(change => this.#onChange(change))
  }

  stop(): void {
    this.#stopWatching()
    for (const key of [...this.#awake.keys()]) this.#drop(key)
  }

  /** How many are in memory. */
  get awake(): number {
    return this.#awake.size
  }

  addressOf(namespace: string, name: string): string {
    return `${this.#garden}${shootPath(namespace, name)}`
  }

  standIn(namespace: string, name: string): string | null {
    return this.#standIns.get(storageKey(namespace, name)) ?? this.#standIns.get('*') ?? null
  }

  /**
   * Sets the kubeconfig that `adminkubeconfig` of a shoot (`namespace/name`, `*` = all) returns;
   * null ends the override.
   */
  setStandIn(shoot: string, kubeconfig: string | null): void {
    if (kubeconfig === null) this.#standIns.delete(shoot)
    else this.#standIns.set(shoot, kubeconfig)
  }

  /**
   * The server for a request; null when the shoot is absent or unreachable. Throws JournalError and
   * file system errors.
   */
  find(namespace: string, name: string, request: IncomingMessage, response: ServerResponse): Services | null {
    const shoot = this.#store?.read(SHOOTS, namespace, name)
    if (!shoot || !isReachable(shoot)) return null
    const server = this.#awaken(storageKey(namespace, name), shoot)
    server?.serve(request, response)
    this.#makeRoom()
    return server?.services ?? null
  }

  #awaken(key: string, shoot: KubeObject): ShootServer | null {
    const identity = identityOf(shoot)
    const authority = this.#store && clientAuthorityOf(this.#store, identity)
    const present = this.#awake.get(key)
    if (present && !(authority && present.believes(authority))) this.#drop(key)
    if (!authority) return null
    const server = this.#awake.get(key) ?? this.#create(shoot, identity, authority)
    // Put in again, it is the youngest.
    this.#awake.delete(key)
    this.#awake.set(key, server)
    return server
  }

  #create(shoot: KubeObject, identity: ShootIdentity, authority: ClientAuthority): ShootServer {
    const issuer = addressesOf(shoot).find(({ name }) => name === 'service-account-issuer')
    const version = stringAt(objectAt(objectAt(shoot, 'spec'), 'kubernetes'), 'version')
    return new ShootServer({
      ...this.#options,
      shoot: identity,
      authority,
      issuer: stringAt(issuer, 'url') || this.addressOf(identity.namespace, identity.name),
      version: `v${version}`,
    })
  }

  #makeRoom(): void {
    const { maxAwake = MAX_AWAKE } = this.#options
    for (const [key, server] of this.#awake) {
      if (this.#awake.size <= maxAwake) return
      if (server.isIdle) this.#drop(key)
    }
  }

  #onChange({ type, object }: Change): void {
    const awake = this.#awake.has(object.key)
    if (type === 'DELETED') {
      if (awake) this.#drop(object.key)
      this.#options.states.forget(identityOf(thaw(object)))
    } else if (awake && !isReachable(thaw(object))) this.#drop(object.key)
  }

  #drop(key: string): void {
    const server = this.#awake.get(key)
    this.#awake.delete(key)
    server?.cut()
    server?.stop()
  }
}

/** It has an address, and is not asleep. */
function isReachable(shoot: KubeObject): boolean {
  return addressesOf(shoot).length > 0 && objectAt(shoot, 'status').hibernated !== true
}

function addressesOf(shoot: KubeObject) {
  return objectsAt(objectAt(shoot, 'status'), 'advertisedAddresses')
}

/** Leads requests below a shoot's address to its API server, and all others to the garden's own. */
export function routerOf(garden: Services, shoots: ShootServers | null): Router {
  const own: Route = { services: garden, shoot: null }
  return (request, response) => {
    const split = shoots ? splitShootUrl(request.url ?? '/') : null
    if (!shoots || !split) return own
    const services = shoots.find(split.namespace, split.name, request, response)
    request.url = split.rest
    return services && { services, shoot: `${split.namespace}/${split.name}` }
  }
}
