import { setTimeout as sleep } from 'node:timers/promises'
import { bindingQuery, bindingsQuery } from '#app/data/binding-queries.ts'
import { shootsQuery } from '#app/data/claim-queries.ts'
import { globalAccountsQuery } from '#app/data/global-account-queries.ts'
import { WINDOW_ROWS } from '#app/data/list-search.ts'
import { overviewQuery } from '#app/data/overview-queries.ts'
import { poolsQuery } from '#app/data/pool-queries.ts'
import { visibleParts } from '#components/data-table/table-source.ts'
import { createGardenClient, type GardenClient } from '#lib/garden/client/client.ts'
import { loadKubeconfig } from '#lib/garden/client/kubeconfig.ts'
import type { KubeObject } from '#lib/garden/resources/objects.ts'
import { CREDENTIALS_BINDINGS } from '#lib/garden/resources/resource.ts'
import { startLandscape } from '../e2e/support/landscape.ts'
import { NAMESPACE } from '../e2e/support/landscape-accounts.ts'
import type { Bench } from './bench.ts'
import { cpuSeconds } from './lib/process-usage.ts'
import { share } from './lib/shared.ts'
import { fetchAsViewer } from './lib/signed-in.ts'
import { fetchAsPages, openWatcher, type Reading, readingOf } from './lib/watcher.ts'

const BROWSERS = 50
const SECONDS = 20
/** Time without measurement, because newly opened pages run uncompiled code. */
const WARM_SECONDS = 5
const PER_SECOND = 20
/** Visible rows in a window of 900 pixels with the compact density. */
const ROWS_IN_SIGHT = 32
/** Scroll position at which the visible rows belong to two parts. */
const SCROLLED = 110
const PLACE = { resource: CREDENTIALS_BINDINGS, namespace: NAMESPACE }
/** Time after a start in which the console reads all data and registers existing clusters. */
const SETTLED_MS = 15_000

interface Figures {
  /** Milliseconds from just before a write is sent until an affected page has its data. */
  readonly p95: number
  /** Percentage of one core. */
  readonly cpu: number
}

/** 50 browsers show the large landscape while 20 bindings change per second. */
export const benches: Bench[] = [
  {
    name: 'watching: a change is on 50 pages, p95',
    unit: 'ms',
    budget: 1_000,
    process: 'watching',
    run: () => watched().then(({ p95 }) => p95),
  },
  {
    name: 'watching: processor of the console',
    unit: '%',
    budget: 100,
    process: 'watching',
    run: () => watched().then(({ cpu }) => cpu),
  },
]

const watched = share(async (): Promise<Figures> => {
  const landscape = await startLandscape('large')
  const garden = createGardenClient({ access: loadKubeconfig(landscape.adminKubeconfig), version: 'bench' })
  try {
    await fetchAsViewer(landscape.url)
    fetchAsPages()
    await sleep(SETTLED_MS)
    return await changeAndWatch(landscape.pid, garden)
  } finally {
    garden.close()
    await landscape.stop()
  }
})

async function changeAndWatch(pid: number, garden: GardenClient): Promise<Figures> {
  const versions = await versionsOfSome(garden)
  const names = [...versions.keys()]
  const changedAt = new Map<string, number>()
  const times: number[] = []
  const pages = pagesWith(names)
  const closes: (() => void)[] = []
  for (let n = 0; n < BROWSERS; n++)
    closes.push(await openWatcher(pages[n % pages.length] ?? [], timesOf(changedAt, times)))
  await sleep(3_000)

  const writes: Promise<unknown>[] = []
  const changeFor = async (seconds: number) => {
    const begun = performance.now()
    for (let n = 0; n < seconds * PER_SECOND; n++) {
      await sleep(Math.max(0, begun + (n * 1_000) / PER_SECOND - performance.now()))
      const name = names[writes.length % names.length] ?? ''
      changedAt.set(name, performance.now())
      writes.push(change(garden, name, versions, String(writes.length)))
    }
    return performance.now() - begun
  }
  await changeFor(WARM_SECONDS)
  times.length = 0
  const cpuBefore = cpuSeconds(pid)
  const tookMs = await changeFor(SECONDS)
  const cpu = (100_000 * (cpuSeconds(pid) - cpuBefore)) / tookMs
  await Promise.all(writes)
  await sleep(5_000)
  for (const close of closes) close()
  // Two of ten pages show one binding, and receive few changes.
  const least = SECONDS * PER_SECOND * BROWSERS * 0.75
  if (times.length < least) throw new Error(`Only ${times.length} changes were shown, of at least ${least}.`)
  if (!(cpu > 0)) throw new Error('The console used no processor time that was seen.')
  return { p95: times.sort((a, b) => a - b)[Math.ceil(times.length * 0.95) - 1] ?? Number.NaN, cpu }
}

/** Versions of some bindings by name. */
async function versionsOfSome(garden: GardenClient): Promise<Map<string, string>> {
  const versions = new Map<string, string>()
  await garden.page<KubeObject>({ ...PLACE, labelSelector: 'hyperscalerType=aws' }, { limit: 200 }, ({ metadata }) => {
    if (metadata?.name) versions.set(metadata.name, metadata.resourceVersion ?? '')
  })
  return versions
}

async function change(garden: GardenClient, name: string, versions: Map<string, string>, turn: string): Promise<void> {
  const labels = { 'bench.example/turn': turn }
  const resourceVersion = versions.get(name) ?? ''
  const { metadata } = await garden.patch<KubeObject>({ ...PLACE, name }, { metadata: { labels } }, { resourceVersion })
  versions.set(name, metadata?.resourceVersion ?? '')
}

/** Parts of a list that a page refetches, with `above` rows scrolled out of view. */
function parts(above = 0): readonly number[] {
  const { first, last } = visibleParts(above, above + ROWS_IN_SIGHT, WINDOW_ROWS)
  return Array.from({ length: last - first + 1 }, (_, index) => first + index)
}

/** The pages of the browsers, in turn. */
function pagesWith(names: readonly string[]): readonly (readonly Reading[])[] {
  const search = (q: string, sort = '') => ({ q, sort })
  const bindings = (q: string, sort?: string) => parts().map(part => readingOf(bindingsQuery(search(q, sort), part)))
  const shoots = (q: string, sort?: string, above?: number) =>
    parts(above).map(part => readingOf(shootsQuery(search(q, sort), part)))
  const binding = (name = '') => [readingOf(bindingQuery('CredentialsBinding', name))]
  return [
    [readingOf(overviewQuery())],
    bindings(''),
    shoots('', '-when', SCROLLED),
    [readingOf(poolsQuery(search('')))],
    binding(names[0]),
    parts().map(part => readingOf(globalAccountsQuery(search('', '-fill'), part))),
    bindings('state:free'),
    shoots('error:infrastructure'),
    bindings('type:aws', '-shoots'),
    binding(names[1]),
  ]
}

/** Records the time from each write until one page shows it. */
function timesOf(changedAt: ReadonlyMap<string, number>, times: number[]): Parameters<typeof openWatcher>[1] {
  let open: { readonly notifiedAt: number; readonly changed: number }[] = []
  return {
    notified: ({ bindings }, notifiedAt) => {
      if (bindings === null) throw new Error('A notice names no bindings.')
      const names = bindings.map(key => key.slice(key.lastIndexOf('/') + 1))
      open.push(...names.flatMap(name => changedAt.get(name) ?? []).map(changed => ({ notifiedAt, changed })))
    },
    shown: since => {
      const now = performance.now()
      times.push(...open.filter(({ notifiedAt }) => notifiedAt <= since).map(({ changed }) => now - changed))
      open = open.filter(({ notifiedAt }) => notifiedAt > since)
    },
  }
}
