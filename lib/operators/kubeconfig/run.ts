import { GardenError } from '#lib/garden/client/garden-error.ts'
import type { ObjectPlace } from '#lib/garden/resources/resource.ts'
import type { KubeconfigRequest } from '#lib/operators/api/kubeconfig-request.ts'
import { clusterOf } from '#lib/operators/api/request-facts.ts'
import { KUBECONFIG_REQUESTS } from '#lib/operators/api/resources.ts'
import { keyText } from '#lib/operators/framework/reconciler.ts'
import type { FoundTarget, TargetPlace } from '#lib/operators/target/find-target.ts'
import type { OpenTarget } from '#lib/operators/target/open-target.ts'
import { Visit } from '#lib/operators/target/visit.ts'
import type { CircuitBreaker } from './circuit-breaker.ts'
import type { KubeconfigContext } from './kubeconfig-context.ts'
import { accountName, labelsOf, type RequestIdentity, secretPlaceOf } from './names.ts'

/** One look at one request, from reading it to its status. Must be closed: it may hold an administrator's access. */
export class Run {
  readonly context: KubeconfigContext
  readonly signal: AbortSignal
  readonly identity: RequestIdentity
  /** As it was read, or as the last write left it. */
  request: KubeconfigRequest
  #target: OpenTarget | null = null
  #visit: Visit | null = null
  readonly #fromCluster = new WeakSet<Error>()
  /** Of the way there, which Gardener gives: they say nothing of the cluster's own server. */
  readonly #fromGardener = new WeakSet<Error>()
  readonly #breaker: CircuitBreaker
  #cluster: string

  constructor(context: KubeconfigContext, request: KubeconfigRequest, breaker: CircuitBreaker, signal: AbortSignal) {
    this.context = context
    this.#breaker = breaker
    this.#cluster = keyText(clusterOf(request))
    this.signal = signal
    this.request = request
    const { namespace, name, uid } = request.metadata
    this.identity = { namespace, name, uid }
  }

  /** Name of the request's objects in its cluster. */
  get name(): string {
    return accountName(this.identity)
  }

  get labels(): Record<string, string> {
    return labelsOf(this.identity, this.context.installation)
  }

  get place(): ObjectPlace {
    const { namespace, name } = this.identity
    return { resource: KUBECONFIG_REQUESTS, namespace, name }
  }

  get secretPlace(): ObjectPlace & { readonly namespace: string } {
    return secretPlaceOf(this.identity)
  }

  /** The cluster as its administrator, opened once per run. Throws GardenError. */
  async open(place: TargetPlace): Promise<OpenTarget> {
    try {
      this.#target ??= await this.context.targets.open(place, this.signal)
      return this.#target
    } catch (error) {
      if (error instanceof Error) this.#fromGardener.add(error)
      throw error
    }
  }

  /** For calls to the cluster: all of them together have an end. */
  get inside(): AbortSignal {
    this.#visit ??= new Visit(this.signal)
    return this.#visit.signal
  }

  /** The way to the cluster, as this run found it: of another way nobody knows that it leads nowhere. */
  goesBy(target: FoundTarget): void {
    if (target.state === 'found') this.#cluster = JSON.stringify(target.place)
  }

  /** The cluster that was opened by a look before. */
  get target(): OpenTarget {
    if (this.#target === null) throw new Error('A step in a cluster came before the look at it.')
    return this.#target
  }

  /** Work in the cluster: its errors tell of the cluster, not of the control plane. One that is breaker is not asked. */
  async inCluster<T>(work: () => Promise<T>): Promise<T> {
    try {
      this.#breaker.enter(this.#cluster, this)
      return await this.#reportResult(work)
    } catch (error) {
      if (error instanceof Error) this.#fromCluster.add(error)
      throw error
    }
  }

  /** Whether the cluster answered, and be it by a refusal, is remembered for other runs. */
  async #reportResult<T>(work: () => Promise<T>): Promise<T> {
    const begun = performance.now()
    try {
      const done = await work()
      this.#breaker.answered(this.#cluster)
      return done
    } catch (error) {
      if (error instanceof GardenError && !this.#fromGardener.has(error))
        this.#breaker.failed(this.#cluster, error, performance.now() - begun)
      throw error
    }
  }

  isFromCluster(error: Error): boolean {
    return this.#fromCluster.has(error)
  }

  close(): void {
    this.#breaker.leave(this.#cluster, this)
    this.#visit?.end()
    this.#target?.close()
    this.#target = null
  }
}
