import { createGardenClient, type MergePatch } from '#lib/garden/client/client.ts'
import type { ObjectPlace } from '#lib/garden/resources/resource.ts'
import type { ClusterContext } from '#lib/operators/cluster/cluster-context.ts'
import type { SubscriptionContext } from '#lib/operators/subscription/subscription-context.ts'
import type { TargetOpener } from '#lib/operators/target/open-target.ts'

/** The write at which an operator ends: before or after its nth write of a kind, counted from 0. */
export interface End {
  readonly kind: string
  readonly nth: number
  readonly side: 'before' | 'after'
}

/** Kinds of writes of all lives so far. */
const kinds = new Set<string>()

/** Kinds of writes that occurred, except these: an operator may end at each of them too. */
export function otherWrites(than: readonly string[]): readonly string[] {
  return [...kinds].filter(kind => !than.includes(kind)).toSorted()
}

/** A life that ends at one of its writes, like by kill -9: after that it sends and receives nothing. */
class Life {
  readonly #end: End
  #writes = 0
  #isOver = false

  constructor(end: End) {
    this.#end = end
  }

  get isOver(): boolean {
    return this.#isOver
  }

  async write<T>(kind: string, work: () => Promise<T>): Promise<T> {
    this.#live()
    kinds.add(kind)
    const isLast = kind === this.#end.kind && this.#writes++ === this.#end.nth
    if (isLast && this.#end.side === 'before') this.#isOver = true
    this.#live()
    const done = await work()
    if (isLast) this.#isOver = true
    this.#live()
    return done
  }

  async read<T>(work: () => Promise<T>): Promise<T> {
    this.#live()
    return work()
  }

  #live(): void {
    if (this.#isOver) throw new Error('The process has ended.')
  }
}

const nameOf = ({ resource, subresource }: ObjectPlace) =>
  subresource === undefined ? resource.plural : `${resource.plural}/${subresource}`

function patchOf(place: ObjectPlace, { metadata }: MergePatch): string {
  const { finalizers } = metadata ?? {}
  return finalizers === undefined ? `patch ${nameOf(place)}` : `${finalizers.length} finalizers of ${nameOf(place)}`
}

/** The writes of a Subscription operator, in a life that ends. */
export function mortalSubscriptions({ client, claims }: Pick<SubscriptionContext, 'client' | 'claims'>, end: End) {
  const life = new Life(end)
  const mortal: Pick<SubscriptionContext, 'client' | 'claims'> = {
    client: {
      patch: (place, change, options) => life.write(patchOf(place, change), () => client.patch(place, change, options)),
      apply: (place, config, options) =>
        life.write(`apply ${nameOf(place)}`, () => client.apply(place, config, options)),
    },
    claims: {
      claim: (asked, key) => life.write('claim', () => claims.claim(asked, key)),
      release: (id, caller) => life.write('release', () => claims.release(id, caller)),
      setCluster: (id, cluster, caller) => life.write('setCluster', () => claims.setCluster(id, cluster, caller)),
      get: id => life.read(() => claims.get(id)),
      list: filter => life.read(() => claims.list(filter)),
      preview: request => life.read(() => claims.preview(request)),
    },
  }
  return { life, mortal }
}

/**
 * The writes of a Cluster operator, in a life that ends: to control plane and garden, and with `connect` inside
 * clusters.
 */
export function mortalClusters({ control, garden }: Pick<ClusterContext, 'control' | 'garden'>, end: End) {
  const life = new Life(end)
  const mortalClient = (client: ClusterContext['garden'], where = ''): ClusterContext['garden'] => ({
    get: (place, options) => life.read(() => client.get(place, options)),
    patch: (place, change, options) => life.write(patchOf(place, change), () => client.patch(place, change, options)),
    apply: (place, config, options) => life.write(`apply ${nameOf(place)}`, () => client.apply(place, config, options)),
    delete: (place, options) => life.write(`delete ${nameOf(place)}${where}`, () => client.delete(place, options)),
  })
  const mortal: Pick<ClusterContext, 'control' | 'garden'> = {
    control: { ...mortalClient(control), page: (...asked) => life.read(() => control.page(...asked)) },
    garden: mortalClient(garden),
  }
  const connect: TargetOpener['connect'] = options => {
    const client = createGardenClient(options)
    return {
      ...client,
      ...mortalClient(client, ' inside'),
      page: (...asked) => life.read(() => client.page(...asked)),
      create: (collection, object, options) =>
        life.write(`create ${collection.resource.plural} inside`, () => client.create(collection, object, options)),
    }
  }
  return { life, mortal, connect }
}
