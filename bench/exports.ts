import { monitorEventLoopDelay } from 'node:perf_hooks'
import { setTimeout as sleep } from 'node:timers/promises'
import { exportShoots } from '#lib/queries/shoots/list-shoots.ts'
import { landscapeContext } from '#lib/queries/testing/landscape-context.ts'
import type { Bench } from './bench.ts'
import { halfKnown } from './lib/half-known.ts'
import { share } from './lib/shared.ts'

interface Export {
  readonly ms: number
  /** Longest time for which the server was blocked. */
  readonly stallMs: number
}

const SHARED = { process: 'exports' } as const

/** Sorted export of all 20,000 shoots, half of them known to the database; the slower of both formats, with compiled code. */
export const benches: Bench[] = [
  { ...SHARED, name: 'exports: 20,000 shoots', unit: 'ms', budget: 2_000, run: () => worst(({ ms }) => ms) },
  { ...SHARED, name: 'exports: longest stall', unit: 'ms', budget: 40, run: () => worst(({ stallMs }) => stallMs) },
]

async function worst(figure: (exported: Export) => number): Promise<number> {
  return Math.max(...(await exportsOnce()).map(figure))
}

/** The second round in each format. */
const exportsOnce = share(async (): Promise<Export[]> => {
  const { context } = landscapeContext('large')
  const known = halfKnown(context)
  const figures: Export[] = []
  for (const round of ['first', 'second'])
    for (const format of ['csv', 'json'] as const) {
      const exported = await measure(() => exportShoots(context, known, { q: '', sort: '-when', cols: '', format }))
      if (round === 'second') figures.push(exported)
    }
  return figures
})

async function measure(begin: () => ReturnType<typeof exportShoots>): Promise<Export> {
  await sleep(100)
  const delay = monitorEventLoopDelay({ resolution: 1 })
  delay.enable()
  await sleep(20)
  delay.reset()
  const begun = performance.now()
  const exported = begin()
  if ('refused' in exported) throw new Error(exported.refused)
  let size = 0
  for await (const part of exported.parts) size += part.length
  const ms = performance.now() - begun
  await sleep(20)
  delay.disable()
  if (delay.count === 0) throw new Error('The event loop was not watched.')
  if (size < 1_000_000) throw new Error(`The file has only ${size} characters.`)
  return { ms, stallMs: delay.max / 1e6 }
}
