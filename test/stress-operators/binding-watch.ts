import type { GardenClient } from '#lib/garden/client/client.ts'
import type { KubeObject } from '#lib/garden/resources/objects.ts'
import { CREDENTIALS_BINDINGS } from '#lib/garden/resources/resource.ts'
import { createWatchStore } from '#lib/operators/framework/watch-store.ts'
import type { Findings } from './report.ts'

/** Watches all bindings of a project: the rate of their writes, and that no account moves from one owner to another. */
export interface BindingWatch {
  /** Owner of a binding; null = none. */
  ownerOf(binding: string): string | null
  /** Bindings of an owner. */
  bindingsOf(owner: string): readonly string[]
  pace(): Pace
  stop(): Promise<void>
}

interface Pace {
  readonly writes: number
  /** From the first to the last write, without the burst. */
  readonly perSecond: number
  /** Maximum in any WINDOW_SECONDS. */
  readonly mostInWindow: number
}

export const WINDOW_SECONDS = 10
/** The burst of a full bucket. */
export const BURST = 5

export async function watchBindings(garden: GardenClient, namespace: string, found: Findings): Promise<BindingWatch> {
  const store = createWatchStore<KubeObject, 'owner'>({
    client: garden,
    collection: { resource: CREDENTIALS_BINDINGS, namespace },
    staleAfterMs: 60_000,
    indexes: { owner: binding => ownerIn(binding) ?? [] },
  })
  await store.ready(AbortSignal.timeout(60_000))
  const writes: number[] = []
  store.subscribe(({ before, after }) => {
    if (before === null || after === null || marksOf(before) === marksOf(after)) return
    writes.push(performance.now())
    const [was, is] = [ownerIn(before), ownerIn(after)]
    if (was !== null && is !== null && was !== is)
      found.violated('account changed its owner', `${after.metadata?.name}: ${was}, then ${is}`)
  })
  return {
    ownerOf: name => ownerIn(store.get({ namespace, name })),
    bindingsOf: owner => store.by('owner', owner).map(({ metadata }) => metadata?.name ?? ''),
    pace: () => paceOf(writes),
    stop: () => store.stop(),
  }
}

function ownerIn(binding: KubeObject | null): string | null {
  return binding?.metadata?.labels?.tenantName ?? null
}

/** Gardener writes finalizers on its own; claims write labels and annotations. */
function marksOf({ metadata }: KubeObject): string {
  return JSON.stringify([metadata?.labels, metadata?.annotations])
}

function paceOf(times: readonly number[]): Pace {
  const [first = 0] = times
  const last = times.at(-1) ?? 0
  const seconds = (last - first) / 1_000
  let [mostInWindow, from] = [0, 0]
  for (const [index, time] of times.entries()) {
    while (time - (times[from] ?? 0) > WINDOW_SECONDS * 1_000) from++
    mostInWindow = Math.max(mostInWindow, index - from + 1)
  }
  const spaced = Math.max(0, times.length - BURST)
  return {
    writes: times.length,
    perSecond: seconds === 0 ? 0 : Math.round((spaced / seconds) * 100) / 100,
    mostInWindow,
  }
}
