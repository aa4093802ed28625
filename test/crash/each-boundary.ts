import { type End, MortalProcess } from './mortal-process.ts'
import type { Snapshot } from './snapshot.ts'

/** Work of a process that may crash, and a check of the state after a recovery. */
interface CrashCase<Ground> {
  /** Prepares equal ground for each run. */
  begin(): Promise<Ground>
  /** The work of the process. */
  act(ground: Ground, process: MortalProcess): Promise<unknown>
  /** Recovers like the console, and returns what is wrong then. */
  wrong(ground: Ground): Promise<readonly string[]>
  /**
   * The state of the ground: one run takes a snapshot at each boundary. Without it the case runs once for each
   * boundary, for objects that have to keep their resourceVersions.
   */
  snapshot?(ground: Ground): Promise<Snapshot>
}

export interface Boundaries {
  /** All writes of a process without a crash, in order. */
  readonly writes: readonly string[]
  /** Everything wrong, with its boundary. */
  readonly wrong: readonly string[]
  /** Number of crashes. */
  readonly ends: number
}

/** Crashes a case at boundaries of its writes. */
export type Visit = <Ground>(crashCase: CrashCase<Ground>) => Promise<Boundaries>

/** Timeout of the work in milliseconds. */
const PATIENCE_MS = 30_000

/** Crashes a case after its first write, and before its last. */
export const atOuterBoundaries: Visit = async crashCase => {
  const isOuter = ({ write, side }: End, count: number) => write === (side === 'after' ? 0 : count - 1)
  if (crashCase.snapshot) return recoverSnapshots(crashCase, crashCase.snapshot, isOuter)
  const { writes, wrong } = await runWhole(crashCase)
  const outer: readonly End[] = [
    { write: 0, side: 'after' },
    { write: writes.length - 1, side: 'before' },
  ]
  let ends = 0
  for (const end of writes.length > 0 ? outer : []) {
    const crashed = await run(crashCase, end)
    if (crashed.hasEnded) ends++
    wrong.push(...crashed.wrong.map(each => `${nameOf(end, crashed.writes)}: ${each}`))
  }
  return { writes, wrong, ends }
}

/** Crashes a case before, and after, each of its writes. */
export const atEachBoundary: Visit = async crashCase => {
  if (crashCase.snapshot) return recoverSnapshots(crashCase, crashCase.snapshot, () => true)
  const whole = await runWhole(crashCase)
  const { wrong } = whole
  let ends = 0
  // The order of concurrent work varies: the last boundary is the one at which no process ends.
  for (let isOver = false, write = 0; !isOver; write++) {
    for (const side of ['before', 'after'] as const) {
      const { wrong: found, writes, hasEnded } = await run(crashCase, { write, side })
      if (hasEnded) ends++
      else isOver = true
      wrong.push(...found.map(each => `${hasEnded ? '' : 'not '}${nameOf({ write, side }, writes)}: ${each}`))
      if (isOver) break
    }
  }
  return { writes: whole.writes, wrong, ends }
}

/**
 * Runs a case once, then recovers from the snapshots of the chosen boundaries. A snapshot equal to the previous one, as
 * after a write and before the next, ends the same way.
 */
async function recoverSnapshots<Ground>(
  { begin, act, wrong }: CrashCase<Ground>,
  snapshot: (ground: Ground) => Promise<Snapshot>,
  isChosen: (end: End, count: number) => boolean,
): Promise<Boundaries> {
  const ground = await begin()
  const taken: { readonly end: End; readonly snapshot: Snapshot }[] = []
  const process = new MortalProcess(
    null,
    () => {},
    async end => {
      taken.push({ end, snapshot: await snapshot(ground) })
    },
  )
  await inTime(act(ground, process).then(() => process.quiet()))
  const { writes } = process
  const found = (await wrong(ground)).map(each => `without a crash: ${each}`)
  const chosen = taken.filter(({ end }) => isChosen(end, writes.length))
  let recovered = ''
  for (const { end, snapshot } of chosen) {
    if (snapshot.state === recovered) continue
    recovered = snapshot.state
    await snapshot.restore()
    found.push(...(await wrong(ground)).map(each => `${nameOf(end, writes)}: ${each}`))
  }
  return { writes, wrong: found, ends: chosen.length }
}

/** Runs a case without a crash. */
async function runWhole<Ground>(crashCase: CrashCase<Ground>) {
  const { writes, wrong } = await run(crashCase, null)
  return { writes, wrong: wrong.map(each => `without a crash: ${each}`) }
}

async function run<Ground>({ begin, act, wrong }: CrashCase<Ground>, end: End | null) {
  const ground = await begin()
  const process = new MortalProcess(end)
  const work = act(ground, process).then(() => process.quiet())
  await inTime(Promise.race([work, process.ended]))
  return { writes: process.writes, wrong: await wrong(ground), hasEnded: process.hasEnded }
}

async function inTime(work: Promise<unknown>): Promise<void> {
  const timer = AbortSignal.timeout(PATIENCE_MS)
  const late = new Promise<never>((_, reject) => timer.addEventListener('abort', () => reject(timer.reason)))
  late.catch(() => undefined)
  await Promise.race([work, late])
}

const nameOf = ({ side, write }: End, writes: readonly string[]) => `${side} write ${write} (${writes[write]})`
