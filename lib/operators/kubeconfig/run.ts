import { GardenError } from '#lib/garden/client/garden-error.ts'
import type { ObjectPlace } from '#lib/garden/resources/resource.ts'
import type { KubeconfigRequest } from '#lib/operators/api/kubeconfig-request.ts'
import { clusterOf } from '#lib/operators/api/request-facts.ts'
import { KUBECONFIG_REQUESTS } from '#lib/operators/api/resources.ts'
import { keyText } from '#lib/operators/framework/reconciler.ts'
import { concealError } from '#lib/operators/target/conceal-error.ts'
import type { FoundTarget, TargetPlace } from '#lib/operators/target/find-target.ts'
import type { OpenTarget } from '#lib/operators/target/open-target.ts'
import { Visit } from '#lib/operators/target/visit.ts'
import type { CircuitBreaker } from './circuit-breaker.ts'
import type { KubeconfigContext } from './kubeconfig-context.ts'
import { accountName, labelsOf, type RequestIdentity, secretPlaceOf } from './names.ts'

/**
 * One reconciliation of a request, from its read to its status. Callers must close it, since it may
 * hold administrator access.
 */
export class Run {
  readonly context: KubeconfigContext
  readonly signal: AbortSignal
  readonly identity: RequestIdentity
  /** The request as last read or written. */
  request: KubeconfigRequest
  #target: OpenTarget | null = null
  #visit: Visit | null = null
  readonly #fromCluster = new WeakSet<Error>()
  /** Errors of opening the cluster, which come from Gardener and not from the cluster's server. */
  readonly #fromGardener = new WeakSet<Error>()
  readonly #breaker: CircuitBreaker
  #cluster: string
  #place: TargetPlace | null = null

  constructor(context: KubeconfigContext, request: KubeconfigRequest, breaker: CircuitBreaker, signal: AbortSignal) {
    this.context = context
    this.#breaker = breaker
    this.#cluster = keyText(clusterOf(request))
    this.signal = signal
    this.request = request
    const { namespace, name, uid } = request.metadata
    this.identity = { namespace, name, uid }
  }

  /** Name of the objects of the request in its cluster. */
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

  /** Opens the cluster as administrator, once per run. Throws GardenError. */
  async open(place: TargetPlace): Promise<OpenTarget> {
    try {
      this.#target ??= await this.context.targets.open(place, this.signal)
      return this.#target
    } catch (error) {
      if (error instanceof Error) this.#fromGardener.add(error)
      throw error
    }
  }

  /** Signal for calls to the cluster, with a time limit for all of them together. */
  get inside(): AbortSignal {
    this.#visit ??= new Visit(this.signal)
    return this.#visit.signal
  }

  /** Sets the access that the circuit breaker counts; another access has its own circuit. */
  setTarget(target: FoundTarget): void {
    if (target.state !== 'found') return
    this.#place = target.place
    this.#cluster = JSON.stringify(target.place)
  }

  /** The open cluster. */
  get target(): OpenTarget {
    if (this.#target === null) throw new Error('A step in a cluster came before the look at it.')
    return this.#target
  }

  /**
   * Runs work in the cluster behind the circuit breaker, and marks its errors as errors of the
   * cluster. Errors of an imported cluster are concealed.
   */
  async inCluster<T>(work: () => Promise<T>): Promise<T> {
    try {
      this.#breaker.enter(this.#cluster, this)
      return await this.#reportResult(work)
    } catch (error) {
      const shown = this.#concealed(error)
      if (shown instanceof Error) this.#fromCluster.add(shown)
      throw shown
    }
  }

  #concealed(error: unknown): unknown {
    if (!(error instanceof GardenError) || this.#fromGardener.has(error)) return error
    return this.#place?.by === 'shoot' ? error : concealError(error)
  }

  /** Reports to the circuit breaker whether the cluster responded. */
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

  /** Whether an error comes from work in the cluster. */
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
