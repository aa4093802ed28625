import type { GardenClient } from '#lib/garden/client/client.ts'
import { Interner } from '#lib/garden/inventory/interner.ts'
import { Contact, type ContactState } from '#lib/garden/reflector/contact.ts'
import { reflect } from '#lib/garden/reflector/reflector.ts'
import type { ReflectorTiming } from '#lib/garden/reflector/reflector-options.ts'
import type { KubeObject } from '#lib/garden/resources/objects.ts'
import { GARDENER_CLUSTERS, type Resource, RUNTIMES } from '#lib/garden/resources/resource.ts'
import { RUNTIME_KINDS, type RuntimeFacts, type RuntimeKind, RuntimeTable, runtimeProjection } from './runtime-table.ts'
import { defaultTiming } from './watch-inventory.ts'

interface WatchRuntimesOptions {
  readonly client: Pick<GardenClient, 'page' | 'watch'>
  /** Namespace of Kyma's control plane. */
  readonly namespace: string
  /** Milliseconds without contact after which a source that is not live is stale. */
  readonly staleAfterMs: number
  readonly timing?: Partial<ReflectorTiming>
}

/** Freshness of a kind. */
export interface RuntimeFreshness extends ContactState {
  readonly source: RuntimeKind
  /** Milliseconds since the last contact; null before the first. */
  readonly ageMs: number | null
}

export interface LiveRuntimes {
  readonly runtimes: RuntimeTable
  freshness(): readonly RuntimeFreshness[]
  stop(): Promise<void>
}

/** Only metadata, so objects are small. */
const PAGE_SIZE = 500

const RESOURCES: Readonly<Record<RuntimeKind, Resource>> = { Runtime: RUNTIMES, GardenerCluster: GARDENER_CLUSTERS }

/** Follows the Runtimes and GardenerClusters of a cluster until stopped. Failures show in freshness(). */
export function watchRuntimes(options: WatchRuntimesOptions): LiveRuntimes {
  const { client, namespace, staleAfterMs } = options
  const timing = { ...defaultTiming(staleAfterMs), ...options.timing }
  const { clock } = timing
  const runtimes = new RuntimeTable()
  const project = runtimeProjection(new Interner())
  const stopped = new AbortController()
  // No listener: the health of the console reads it.
  const sources = RUNTIME_KINDS.map(source => ({
    source,
    contact: new Contact({ clock, staleAfterMs, onChange: () => undefined }),
  }))
  const reflectors = sources.map(({ source, contact }) =>
    reflect<KubeObject, RuntimeFacts>(
      {
        client,
        collection: { resource: RESOURCES[source], namespace },
        pageSize: PAGE_SIZE,
        project,
        keyOf: ({ runtimeId }) => runtimeId,
        sink: runtimes.sink(source),
        contact,
        timing,
        whenNotServed: 'empty',
      },
      stopped.signal,
    ),
  )
  return {
    runtimes,
    freshness: () =>
      sources.map(({ source, contact }) => {
        const state = contact.state()
        const ageMs = state.lastContactAt === null ? null : clock() - state.lastContactAt
        return { source, ...state, ageMs }
      }),
    async stop() {
      stopped.abort()
      await Promise.all(reflectors)
    },
  }
}
