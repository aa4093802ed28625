import { randomUUID } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { parse } from 'yaml'
import { systemClock, timestamp } from '#embedded-garden/clock.ts'
import type { HapKeys } from '#embedded-garden/landscape/labels.ts'
import { LANDSCAPE_NAMESPACE, landscape } from '#embedded-garden/landscape/landscape.ts'
import type { GardenSize } from '#embedded-garden/landscape/size.ts'
import { SHOOTS } from '#embedded-garden/shoot-access/shoot-identity.ts'
import { FolderShootStates } from '#embedded-garden/shoot-servers/shoot-states.ts'
import { compactJournal, type JournalPlace, openJournal } from '#embedded-garden/storage/journal.ts'
import { compactIfWorthwhile } from '#embedded-garden/storage/store.ts'
import { PERSONAS } from './auth/garden-users.ts'
import { createGarden, type Garden, type GardenOptions } from './garden.ts'
import { equal, type JsonObject } from './json.ts'
import { KCP_NAMESPACE } from './landscape/manifests/metadata.ts'
import { type KubeObject, nameOf, uidOf } from './object.ts'
import { type FolderLocking, GardenFolder } from './persistence.ts'
import type { Services } from './resource.ts'
import { customResourceDefinitions } from './resources/api-extensions.ts'

export interface PersistentOptions
  extends Pick<GardenOptions, 'port' | 'throttle' | 'faults' | 'shootStepMs' | 'clock'> {
  readonly dataDir: string
  /** Landscape of a garden that starts for the first time. */
  readonly size: GardenSize
  readonly seed: number
  /** Kubeconfig that every shoot issues to administrators instead of generating one. */
  readonly shootKubeconfig?: string
  /** Time to wait until another garden releases the folder. Default: 0. */
  readonly waitMs?: number
  /** Receives reports of damaged data, line by line. Default: stderr. */
  readonly report?: (line: string) => void
}

/** Dependencies that the product passes to its garden. */
interface Surroundings {
  readonly locking: FolderLocking
  readonly keys: HapKeys
  /** Folder of YAML files with the custom resources of the product. */
  readonly customResources: URL
}

/** Interval at which a running garden compacts its journal if worthwhile. */
const COMPACTION_MS = 60_000

/** Starts a garden that persists its state in a folder. Throws JournalError, the errors of the folder's lock, and file system errors. */
export async function openGarden(options: PersistentOptions & Surroundings): Promise<Garden> {
  const { report = (line: string) => void process.stderr.write(`${line}\n`), waitMs = 0 } = options
  const folder = await GardenFolder.open(options.dataDir, options.locking, waitMs)
  const place: JournalPlace = { beforeWrite: () => folder.assertHeld(), report }
  try {
    const garden = await listen({ folder, place }, options, openPersistence(folder.journalFile, place))
    try {
      return settle(garden, { folder, place }, options)
    } catch (error) {
      await garden.stop()
      throw error
    }
  } catch (error) {
    folder.release()
    throw error
  }
}

interface Home {
  readonly folder: GardenFolder
  readonly place: JournalPlace
}

function settle(garden: Garden, { folder, place }: Home, options: PersistentOptions & Surroundings): Garden {
  const { store } = garden.services
  if (garden.isNew) {
    const { seed, size, keys, clock = systemClock } = options
    garden.loadAll(landscape({ seed, size, keys, at: clock.now().getTime() }))
    // Writes the whole file at once, so that an interrupted start leaves no partial landscape behind.
    store.replaceJournal(compactJournal(folder.journalFile, store.records(), place))
  }
  applyChartKinds(garden.services, options.customResources)
  compactIfWorthwhile(store, folder.journalFile, place)
  const timer = setInterval(() => compactIfWorthwhile(store, folder.journalFile, place), COMPACTION_MS)
  timer.unref()
  folder.rememberPort(garden.port)
  for (const persona of PERSONAS) folder.writeKubeconfig(persona, garden.kubeconfig(persona))
  return { ...garden, stop: () => stop(garden, folder, timer) }
}

/** Opens the journal. Returns no persistence for an empty file, so that the garden starts in memory. */
function openPersistence(file: string, place: JournalPlace): Pick<GardenOptions, 'persistence'> {
  const { journal, records } = openJournal(file, place)
  const rest = records[Symbol.iterator]()
  const first = rest.next()
  if (!first.done) return { persistence: { journal, records: chain(first.value, rest) } }
  journal.close()
  return {}
}

function* chain<T>(first: T, rest: Iterator<T>): Generator<T> {
  yield first
  for (let next = rest.next(); !next.done; next = rest.next()) yield next.value
}

async function listen(
  { folder, place }: Home,
  options: PersistentOptions,
  persistence: Pick<GardenOptions, 'persistence'>,
): Promise<Garden> {
  const { port, throttle, faults, shootStepMs, clock } = options
  const shootStates = new FolderShootStates(folder.shootsFolder, place)
  const common: GardenOptions = {
    ...persistence,
    certificates: await folder.certificates((clock ?? systemClock).now()),
    signingKey: await folder.signingKey(),
    personas: folder.personas(),
    namespace: LANDSCAPE_NAMESPACE,
    controllers: true,
    shootStates,
    ...(throttle !== undefined && { throttle }),
    ...(faults !== undefined && { faults }),
    ...(shootStepMs !== undefined && { shootStepMs }),
    ...(clock && { clock }),
  }
  const garden = await createGarden({ ...common, port: port ?? folder.lastPort(), portMayChange: port === undefined })
  garden.shoots?.setKubeconfigOverride('*', options.shootKubeconfig ?? null)
  shootStates.sweep(({ namespace, name, uid }) => {
    const shoot = garden.services.store.read(SHOOTS, namespace, name)
    return shoot !== null && uidOf(shoot) === uid
  })
  return garden
}

async function stop(garden: Garden, folder: GardenFolder, timer: NodeJS.Timeout): Promise<void> {
  clearInterval(timer)
  await garden.stop()
  folder.release()
}

/**
 * Creates or updates the CustomResourceDefinitions in a chart's folder of YAML files, and the control plane's namespace.
 * The kinds are served shortly after that, as on a real server.
 */
export function applyChartKinds({ store, clock }: Pick<Services, 'store' | 'clock'>, folder: URL): void {
  const created = () => ({ uid: randomUUID(), creationTimestamp: timestamp(clock) })
  if (store.get('namespaces', '', KCP_NAMESPACE) === null)
    store.put('namespaces', {
      metadata: { name: KCP_NAMESPACE, ...created(), labels: { 'kubernetes.io/metadata.name': KCP_NAMESPACE } },
      spec: { finalizers: ['kubernetes'] },
      status: { phase: 'Active' },
    })
  const { storage } = customResourceDefinitions
  for (const definition of definitions(folder)) {
    const present = store.read(storage, '', nameOf(definition))
    if (present && equal(present.spec, definition.spec)) continue
    const metadata = { ...(definition.metadata as JsonObject), ...created(), generation: 1 }
    store.put(storage, present ? { ...present, spec: definition.spec ?? {} } : { ...definition, metadata })
  }
}

function definitions(folder: URL): KubeObject[] {
  return readdirSync(folder)
    .filter(name => name.endsWith('.yaml'))
    .map(name => parse(readFileSync(new URL(name, folder), 'utf8')) as KubeObject)
}
