import { systemClock } from '#lib/embedded-garden/clock.ts'
import { LANDSCAPE_NAMESPACE, landscape } from '#lib/embedded-garden/landscape/landscape.ts'
import type { GardenSize } from '#lib/embedded-garden/landscape/size.ts'
import { FolderShootStates } from '#lib/embedded-garden/shoot-access/folder-states.ts'
import { SHOOTS } from '#lib/embedded-garden/shoot-access/shoot-identity.ts'
import { compactIfWorthwhile } from '#lib/embedded-garden/storage/compaction.ts'
import { compactJournal, type JournalPlace, openJournal } from '#lib/embedded-garden/storage/journal.ts'
import { PERSONAS } from './auth/garden-users.ts'
import { applyChartKinds } from './chart-kinds.ts'
import { createGarden, type Garden, type GardenOptions } from './garden.ts'
import { uidOf } from './object.ts'
import { GardenFolder } from './persistence.ts'

export interface PersistentOptions
  extends Pick<GardenOptions, 'port' | 'throttle' | 'faults' | 'shootStepMs' | 'clock'> {
  readonly dataDir: string
  /** Landscape of a garden that starts for the first time. */
  readonly size: GardenSize
  readonly seed: number
  /** Kubeconfig that every shoot hands out to administrators, instead of one of its own. */
  readonly shootKubeconfig?: string
  /** How long to wait for another garden on the folder to end. Default: not at all. */
  readonly waitMs?: number
  /** Receives what is to be known of damage, line by line. Default: the error output. */
  readonly report?: (line: string) => void
}

/** The journal is looked after so often while the garden runs. */
const COMPACTION_MS = 60_000

/** Starts a garden that keeps its state in a folder. Throws DirectoryInUseError, JournalError, and what the file system says. */
export async function openGarden(options: PersistentOptions): Promise<Garden> {
  const { report = (line: string) => void process.stderr.write(`${line}\n`), waitMs = 0 } = options
  const folder = await GardenFolder.open(options.dataDir, { waitMs })
  const place: JournalPlace = { beforeWrite: () => folder.assertHeld(), report }
  try {
    const garden = await listen({ folder, place }, options, kept(folder.journalFile, place))
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

function settle(garden: Garden, { folder, place }: Home, options: PersistentOptions): Garden {
  const { store } = garden.services
  if (garden.isNew) {
    garden.loadAll(
      landscape({ seed: options.seed, size: options.size, at: (options.clock ?? systemClock).now().getTime() }),
    )
    // The file comes into being as a whole: a start that is cut off begins anew.
    store.replaceJournal(compactJournal(folder.journalFile, store.records(), place))
  }
  applyChartKinds(garden.services)
  compactIfWorthwhile(store, folder.journalFile, place)
  const timer = setInterval(() => compactIfWorthwhile(store, folder.journalFile, place), COMPACTION_MS)
  timer.unref()
  folder.rememberPort(garden.port)
  for (const persona of PERSONAS) folder.writeKubeconfig(persona, garden.kubeconfig(persona))
  return { ...garden, stop: () => stop(garden, folder, timer) }
}

/** What the file holds; without a record in it, the garden begins in memory. */
function kept(file: string, place: JournalPlace): Pick<GardenOptions, 'persistence'> {
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
  garden.shoots?.setStandIn('*', options.shootKubeconfig ?? null)
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
