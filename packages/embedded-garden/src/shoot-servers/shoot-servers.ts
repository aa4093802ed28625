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

/** Number of servers in memory; beyond it, the least recently used ones are evicted. */
const MAX_LOADED = 100

interface ShootServersOptions {
  readonly clock: Clock
  /** The kinds that a cluster serves. */
  readonly resources: readonly Resource[]
  readonly states: ShootStates
  /** PEM of the authority that signs the certificate of the garden. */
  readonly serverAuthority: string
  readonly maxLoaded?: number
}

/** The API servers of all shoots. The first request creates a server, the deletion of the shoot removes it. */
export class ShootServers implements ShootAccess {
  readonly serverAuthority: string
  readonly #options: ShootServersOptions
  readonly #loaded = new Map<string, ShootServer>()
  readonly #overrides = new Map<string, string>()
  #garden = ''
  #store: Services['store'] | null = null
  #stopWatching = () => {}

  constructor(options: ShootServersOptions) {
    this.#options = options
    this.serverAuthority = options.serverAuthority
  }

  /** Starts to serve the shoots of a garden with the address `url`. */
  start({ store }: Services, url: string): void {
    this.#store = store
    this.#garden = url
    this.#stopWatching = store.collection(SHOOTS).subscribe(change => this.#onChange(change))
  }

  stop(): void {
    this.#stopWatching()
    for (const key of [...this.#loaded.keys()]) this.#drop(key)
  }

  /** Number of servers in memory. */
  get loaded(): number {
    return this.#loaded.size
  }

  addressOf(namespace: string, name: string): string {
    return `${this.#garden}${shootPath(namespace, name)}`
  }

  kubeconfigOverride(namespace: string, name: string): string | null {
    return this.#overrides.get(storageKey(namespace, name)) ?? this.#overrides.get('*') ?? null
  }

  /**
   * Sets the kubeconfig that `adminkubeconfig` of a shoot (`namespace/name`, `*` = all) returns;
   * null ends the override.
   */
  setKubeconfigOverride(shoot: string, kubeconfig: string | null): void {
    if (kubeconfig === null) this.#overrides.delete(shoot)
    else this.#overrides.set(shoot, kubeconfig)
  }

  /**
   * The server for a request; null when the shoot is absent or unreachable. Throws JournalError and
   * file system errors.
   */
  find(namespace: string, name: string, request: IncomingMessage, response: ServerResponse): Services | null {
    const shoot = this.#store?.read(SHOOTS, namespace, name)
    if (!shoot || !isReachable(shoot)) return null
    const server = this.#load(storageKey(namespace, name), shoot)
    server?.serve(request, response)
    this.#makeRoom()
    return server?.services ?? null
  }

  #load(key: string, shoot: KubeObject): ShootServer | null {
    const identity = identityOf(shoot)
    const authority = this.#store && clientAuthorityOf(this.#store, identity)
    const present = this.#loaded.get(key)
    if (present && !(authority && present.trusts(authority))) this.#drop(key)
    if (!authority) return null
    const server = this.#loaded.get(key) ?? this.#create(shoot, identity, authority)
    // Reinsertion makes it the most recently used.
    this.#loaded.delete(key)
    this.#loaded.set(key, server)
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
    const { maxLoaded = MAX_LOADED } = this.#options
    for (const [key, server] of this.#loaded) {
      if (this.#loaded.size <= maxLoaded) return
      if (server.isIdle) this.#drop(key)
    }
  }

  #onChange({ type, object }: Change): void {
    const loaded = this.#loaded.has(object.key)
    if (type === 'DELETED') {
      if (loaded) this.#drop(object.key)
      this.#options.states.forget(identityOf(thaw(object)))
    } else if (loaded && !isReachable(thaw(object))) this.#drop(object.key)
  }

  #drop(key: string): void {
    const server = this.#loaded.get(key)
    this.#loaded.delete(key)
    server?.cut()
    server?.stop()
  }
}

/** Whether the shoot has an address and is not hibernated. */
function isReachable(shoot: KubeObject): boolean {
  return addressesOf(shoot).length > 0 && objectAt(shoot, 'status').hibernated !== true
}

function addressesOf(shoot: KubeObject) {
  return objectsAt(objectAt(shoot, 'status'), 'advertisedAddresses')
}

/** Routes requests below a shoot's address to its API server, and all others to the garden's own. */
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
