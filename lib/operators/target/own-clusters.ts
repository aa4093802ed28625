import type { GardenClient } from '#lib/garden/client/client.ts'
import { GardenError, isNotFound, isNotServed, nullIfNotFound } from '#lib/garden/client/garden-error.ts'
import { fetchServingKey } from '#lib/garden/client/serving-key.ts'
import type { KubeObject } from '#lib/garden/resources/objects.ts'
import {
  CREDENTIALS_BINDINGS,
  NAMESPACES,
  type ObjectPlace,
  type Resource,
  SECRET_BINDINGS,
  SHOOTS,
} from '#lib/garden/resources/resource.ts'
import { CLUSTERS } from '#lib/operators/api/resources.ts'
import { LEASES } from '#lib/operators/framework/lease.ts'

type Reader = Pick<GardenClient, 'server' | 'get' | 'page'>

/** A cluster in which this installation works with its own rights, and a namespace of it. */
interface OwnCluster {
  readonly client: Reader
  readonly namespace: string
}

interface Candidate {
  /** Client with the kubeconfig of the imported cluster. */
  readonly client: Reader
  /** Server name in the certificate, where it differs from the host. */
  readonly serverName?: string
}

/**
 * `unverified`: nothing readable identifies the cluster as an own one, nor rules that out;
 * `because` in sentences.
 */
export type Identity = { readonly state: 'other' } | { readonly state: 'unverified'; readonly because: string }

/** An object of an own cluster by which that cluster is recognised at any address. */
interface Landmark {
  readonly place: ObjectPlace
  readonly uid: string
}

type Comparison = 'same' | 'other' | 'unknown'

/** Every cluster has it. */
const SYSTEM_NAMESPACE = 'kube-system'

/** Remembered comparisons, one per version of a Secret. */
const MAX_REMEMBERED = 1_000

/**
 * Compares imported clusters with the own ones: Gardener and the control plane. Importing an own
 * cluster would grant its administrators access to the operators' cluster. Addresses prove nothing,
 * since an API server has several; uids of objects do.
 */
export class OwnClusters {
  readonly #own: readonly { readonly cluster: OwnCluster; readonly kinds: readonly Resource[] }[]
  /** Results that stay valid for the same Secret while an own cluster is unreachable. */
  readonly #others = new Set<string>()
  readonly #identified = new Set<string>()

  constructor({ garden, control }: { readonly garden: OwnCluster; readonly control: OwnCluster }) {
    this.#own = [
      { cluster: control, kinds: [CLUSTERS, LEASES] },
      { cluster: garden, kinds: [CREDENTIALS_BINDINGS, SECRET_BINDINGS, SHOOTS] },
    ]
  }

  /**
   * Compares a cluster with the own ones. `accessKey` identifies the access and changes with the Secret.
   * Throws GardenError: `unauthenticated` without a status for an own cluster, else the error of a
   * server that could not be read.
   */
  async identify(candidate: Candidate, accessKey: string): Promise<Identity> {
    const identity = await this.#identify(candidate, accessKey)
    remember(this.#identified, accessKey)
    if (identity.state === 'other') remember(this.#others, accessKey)
    return identity
  }

  /**
   * Whether this process has identified an access as not leading to an own cluster. It does not
   * rely on results of an earlier release.
   */
  hasIdentified(accessKey: string): boolean {
    return this.#identified.has(accessKey)
  }

  async #identify(candidate: Candidate, accessKey: string): Promise<Identity> {
    if (this.#own.some(({ cluster }) => addressOf(cluster.client.server) === addressOf(candidate.client.server)))
      throw ownCluster('its server is the address this installation itself uses')
    let compared = true
    for (const { cluster, kinds } of this.#own) {
      const comparison = await compare(cluster, kinds, candidate.client).catch((error: unknown) => {
        if (error instanceof UnansweredError && this.#others.has(accessKey)) return 'other' as const
        throw error instanceof UnansweredError ? error.cause : error
      })
      if (comparison === 'unknown') compared = false
    }
    if (compared) return { state: 'other' }
    await this.#refuseOurKey(candidate)
    return { state: 'unverified', because: UNVERIFIED }
  }

  /**
   * Refuses a server with the TLS key of an own one. A server may have a key per name, so the own
   * servers are also addressed by the candidate's name.
   */
  async #refuseOurKey({ client: { server }, serverName }: Candidate): Promise<void> {
    const name = serverName ?? new URL(server).hostname
    const key = await fetchServingKey(server, name)
    if (key === null) {
      const because = `${new URL(server).origin} did not complete a TLS handshake.`
      throw new GardenError({ kind: 'unreachable', doing: 'compare the cluster with Gardener', because })
    }
    const ours = this.#own.flatMap(({ cluster: { client } }) => [
      fetchServingKey(client.server),
      fetchServingKey(client.server, name),
    ])
    if ((await Promise.all(ours)).includes(key)) throw ownCluster('its server has the same TLS key')
  }
}

function remember(keys: Set<string>, accessKey: string): void {
  const [oldest] = keys
  if (keys.size >= MAX_REMEMBERED && oldest !== undefined) keys.delete(oldest)
  keys.add(accessKey)
}

const UNVERIFIED =
  'The kubeconfig may read neither Gardener bindings nor namespaces, so the console could not verify that this is neither the Gardener API server nor the control plane. Allow it to get namespaces, or make sure that it is a different server.'

/** Throws the error of `ownCluster` if both clusters have the same landmark. */
async function compare(
  own: OwnCluster,
  kinds: readonly Resource[],
  theirs: Reader,
): Promise<Exclude<Comparison, 'same'>> {
  let unavailable: GardenError | null = null
  for await (const landmark of landmarksOf(own, kinds)) {
    const comparison = await compareOne(own, landmark, theirs)
    const { resource, name } = landmark.place
    if (comparison === 'same') throw ownCluster(`it serves the ${resource.kind} ${name} with the same uid`)
    if (comparison === 'other') return 'other'
    if (comparison !== 'unknown') unavailable = comparison
  }
  if (unavailable !== null) throw unavailable
  return 'unknown'
}

/**
 * Returns the error if a part of the server is unavailable, since another landmark may still
 * decide.
 */
async function compareOne(
  { client }: OwnCluster,
  { place, uid }: Landmark,
  theirs: Reader,
): Promise<Comparison | GardenError> {
  let found: string | undefined
  try {
    found = (await theirs.get<KubeObject>(place)).metadata?.uid
  } catch (error) {
    if (!(error instanceof GardenError)) throw error
    if (endsComparison(error)) throw error
    if (error.kind === 'unavailable') return error
    if (!isNotFound(error) && !isNotServed(error)) return 'unknown'
  }
  if (found === uid) return 'same'
  // The landmark may have been deleted or recreated since it was read.
  return (await uidOf(client, place)) === uid ? 'other' : 'unknown'
}

/** Objects of an own cluster, read lazily: the first of each kind, then namespaces. */
async function* landmarksOf({ client, namespace }: OwnCluster, kinds: readonly Resource[]): AsyncGenerator<Landmark> {
  for (const resource of kinds) {
    const objects: KubeObject[] = []
    await readable(client.page({ resource, namespace }, { limit: 1 }, object => void objects.push(object)))
    const { name, uid } = objects[0]?.metadata ?? {}
    if (name !== undefined && uid !== undefined) yield { place: { resource, namespace, name }, uid }
  }
  for (const name of [namespace, SYSTEM_NAMESPACE]) {
    const place = { resource: NAMESPACES, namespace: null, name }
    const uid = await uidOf(client, place)
    if (uid !== null) yield { place, uid }
  }
}

async function uidOf(client: Reader, place: ObjectPlace): Promise<string | null> {
  return (await readable(nullIfNotFound(client.get<KubeObject>(place))))?.metadata?.uid ?? null
}

/** An own cluster does not respond. */
class UnansweredError extends Error {
  override readonly cause: GardenError

  constructor(cause: GardenError) {
    super(cause.message, { cause })
    this.cause = cause
  }
}

/** Returns null for an object that the operator may not read or the server does not serve. */
async function readable<T>(reading: Promise<T>): Promise<T | null> {
  try {
    return await reading
  } catch (error) {
    if (!(error instanceof GardenError)) throw error
    if (error.kind === 'forbidden' || isNotFound(error) || isNotServed(error)) return null
    throw new UnansweredError(error)
  }
}

/**
 * Whether the error prevents reading all other landmarks. Unlike GardenError.isTransient: an
 * unavailable API (503) leaves other landmarks readable, and refused credentials (401) fail for
 * all.
 */
function endsComparison({ kind }: GardenError): boolean {
  return kind === 'unreachable' || kind === 'timeout' || kind === 'throttled' || kind === 'unauthenticated'
}

function ownCluster(evidence: string): GardenError {
  return new GardenError({
    kind: 'unauthenticated',
    doing: 'use the kubeconfig of the Cluster',
    because: `it points to Gardener or to the control plane of this console: ${evidence}. Name a Secret with the kubeconfig of another cluster.`,
  })
}

function addressOf(server: string): string {
  const { origin, pathname } = new URL(server)
  return origin + pathname.replace(/\/+$/, '')
}
