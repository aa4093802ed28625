import { spawn } from 'node:child_process'
import { createInterface } from 'node:readline'
import { z } from 'zod'
import type { Bench, Figure } from '../bench.ts'
import { allBenches } from './catalogue.ts'
import { endShared } from './shared.ts'

export interface Measured {
  readonly name: string
  /** NaN when the measurement failed. */
  readonly value: number
  /** The measured item, if the figure is the worst of several. */
  readonly of?: string
}

/** Output line of a child process for each figure. JSON has no NaN, which becomes null. */
const Line = z.object({ name: z.string(), value: z.number().nullable(), of: z.string().optional() })

/** Measures figures in one child process of the project at `root`; yields each as soon as it is available. */
export async function* measureIn(root: string, benches: readonly Bench[]): AsyncGenerator<Measured> {
  const names = benches.flatMap(({ name }) => ['--measure', name])
  const child = spawn(process.execPath, ['--expose-gc', 'bench/run.ts', ...names], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const missing = new Set(benches.map(({ name }) => name))
  for await (const text of createInterface(child.stdout)) {
    const line = readLine(text)
    if (line === null || !missing.delete(line.name)) continue
    const { name, value, of } = line
    yield { name, value: value ?? Number.NaN, ...(of !== undefined && { of }) }
  }
  for (const name of missing) yield { name, value: Number.NaN }
}

function readLine(text: string): z.infer<typeof Line> | null {
  if (!text.startsWith('{')) return null
  try {
    return Line.safeParse(JSON.parse(text)).data ?? null
  } catch {
    return null
  }
}

/** Measures figures in this process in sequence and writes each as a line of JSON. A failure does not stop the others. */
export async function measureHere(names: readonly string[]): Promise<void> {
  const benches = await allBenches()
  for (const name of names) {
    const bench = benches.find(candidate => candidate.name === name)
    const figure = bench ? await figureOf(bench) : Number.NaN
    process.stdout.write(`${JSON.stringify({ name, ...(typeof figure === 'object' ? figure : { value: figure }) })}\n`)
  }
  await endShared()
}

async function figureOf(bench: Bench): Promise<Figure> {
  try {
    globalThis.gc?.()
    return await bench.run()
  } catch (error) {
    console.error(`${bench.name}: ${error instanceof Error ? (error.stack ?? error.message) : error}`)
    return Number.NaN
  }
}
