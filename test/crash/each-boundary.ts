import { type End, MortalProcess } from './mortal-process.ts'

/** What is done on fresh ground by a process, which may end on the way, and what has to be true afterwards. */
interface CrashCase<Ground> {
  /** Ground to do it on, the same each time. */
  begin(): Promise<Ground>
  /** What the process does. */
  act(ground: Ground, process: MortalProcess): Promise<unknown>
  /** Puts right what is left as the console does, and tells what is wrong then; `writes` are those that were begun. */
  wrong(ground: Ground, writes: readonly string[]): Promise<readonly string[]>
}

export interface Boundaries {
  /** Every write, in order, by a process that did not end. */
  readonly writes: readonly string[]
  /** Everything that was wrong, with the boundary it was wrong at. */
  readonly wrong: readonly string[]
  /** How often a process ended. */
  readonly ends: number
}

/** Milliseconds in which a process has to come to its end. */
const PATIENCE_MS = 30_000

/** Repeats a case with a process that ends after the first write, and with one that ends before the last. */
export async function atOuterBoundaries<Ground>(crashCase: CrashCase<Ground>): Promise<Boundaries> {
  const { writes, wrong } = await runWhole(crashCase)
  const outer: readonly End[] = [
    { write: 0, side: 'after' },
    { write: writes.length - 1, side: 'before' },
  ]
  let ends = 0
  for (const end of writes.length > 0 ? outer : []) {
    const crashed = await run(crashCase, end)
    if (crashed.hasEnded) ends++
    wrong.push(...crashed.wrong.map(each => `${end.side} write ${end.write} (${crashed.writes[end.write]}): ${each}`))
  }
  return { writes, wrong, ends }
}

/** Repeats a case with a process that ends before, and after, each of its writes. */
export async function atEachBoundary<Ground>(crashCase: CrashCase<Ground>): Promise<Boundaries> {
  const whole = await runWhole(crashCase)
  const { wrong } = whole
  let ends = 0
  // Work that goes on at the same time does not come in the same order each time: it is over where nobody ends any more.
  for (let isOver = false, write = 0; !isOver; write++) {
    for (const side of ['before', 'after'] as const) {
      const { wrong: found, writes, hasEnded } = await run(crashCase, { write, side })
      if (hasEnded) ends++
      else isOver = true
      wrong.push(...found.map(each => `${hasEnded ? side : 'not at'} write ${write} (${writes[write]}): ${each}`))
      if (isOver) break
    }
  }
  return { writes: whole.writes, wrong, ends }
}

/** Runs a case without a crash. */
async function runWhole<Ground>(crashCase: CrashCase<Ground>) {
  const { writes, wrong } = await run(crashCase, null)
  return { writes, wrong: wrong.map(each => `without a crash: ${each}`) }
}

async function run<Ground>({ begin, act, wrong }: CrashCase<Ground>, end: End | null) {
  const ground = await begin()
  const process = new MortalProcess(end)
  const timer = AbortSignal.timeout(PATIENCE_MS)
  const late = new Promise<never>((_, reject) => timer.addEventListener('abort', () => reject(timer.reason)))
  late.catch(() => undefined)
  const work = act(ground, process).then(() => process.quiet())
  work.catch(() => undefined)
  await Promise.race([work, process.ended, late])
  return { writes: process.writes, wrong: await wrong(ground, process.writes), hasEnded: process.hasEnded }
}
