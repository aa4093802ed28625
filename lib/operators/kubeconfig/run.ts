import type { ObjectPlace } from '#lib/garden/client/client.ts'
import type { KubeconfigRequest } from '#lib/operators/api/kubeconfig-request.ts'
import { KUBECONFIG_REQUESTS } from '#lib/operators/api/resources.ts'
import type { TargetPlace } from '#lib/operators/target/find-target.ts'
import type { OpenTarget } from '#lib/operators/target/open-target.ts'
import type { KubeconfigContext } from './kubeconfig-context.ts'
import { accountName, labelsOf, type RequestIdentity } from './names.ts'
import { secretPlaceOf } from './secret-place.ts'

/** One look at one request, from reading it to its status. Must be closed: it may hold an administrator's access. */
export class Run {
  readonly context: KubeconfigContext
  readonly signal: AbortSignal
  readonly identity: RequestIdentity
  /** As it was read, or as the last write left it. */
  request: KubeconfigRequest
  #target: OpenTarget | null = null
  readonly #fromCluster = new WeakSet<Error>()

  constructor(context: KubeconfigContext, request: KubeconfigRequest, signal: AbortSignal) {
    this.context = context
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
    this.#target ??= await this.context.targets.open(place, this.signal)
    return this.#target
  }

  /** The cluster that was opened by a look before. */
  get target(): OpenTarget {
    if (this.#target === null) throw new Error('A step in a cluster came before the look at it.')
    return this.#target
  }

  /** Work in the cluster: its errors tell of the cluster, not of the control plane. */
  async inCluster<T>(work: () => Promise<T>): Promise<T> {
    try {
      return await work()
    } catch (error) {
      if (error instanceof Error) this.#fromCluster.add(error)
      throw error
    }
  }

  isFromCluster(error: Error): boolean {
    return this.#fromCluster.has(error)
  }

  close(): void {
    this.#target?.close()
    this.#target = null
  }
}
