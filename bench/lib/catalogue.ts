import { readdirSync } from 'node:fs'
import path from 'node:path'
import type { Bench } from '../bench.ts'

const FOLDER = path.join(import.meta.dirname, '..')
/** Files of the folder without figures. */
const OTHERS = new Set(['bench.ts', 'run.ts'])

/** Every figure, in the order of its files. */
export async function allBenches(): Promise<readonly Bench[]> {
  const files = readdirSync(FOLDER).filter(file => file.endsWith('.ts') && !OTHERS.has(file))
  const modules = await Promise.all(
    files.toSorted().map(file => import(path.join(FOLDER, file)) as Promise<{ benches?: readonly Bench[] }>),
  )
  return modules.flatMap(({ benches = [] }) => benches)
}

/** `browser: heap after scrolling` → `browser`. */
export function areaOf({ name }: Bench): string {
  return name.slice(0, name.indexOf(':'))
}

/** Figures whose names begin with one of `beginnings`; all figures without any. */
export function chooseBenches(benches: readonly Bench[], beginnings: readonly string[]): readonly Bench[] {
  if (beginnings.length === 0) return benches
  return benches.filter(({ name }) => beginnings.some(beginning => name.startsWith(beginning)))
}

/** Figures grouped by their process, in the order of the first figure of each. */
export function byProcess(benches: readonly Bench[]): readonly (readonly Bench[])[] {
  return [...Map.groupBy(benches, ({ name, process = name }) => process).values()]
}
