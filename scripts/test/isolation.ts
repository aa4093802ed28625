import { globSync, readFileSync } from 'node:fs'
import { configDefaults } from 'vitest/config'

/**
 * Files of one process share modules and the clock. Matching files replace modules, change the working directory, or move the time,
 * which would affect remaining timers of servers in other files.
 */
const NEEDS_ISOLATION = /\bvi\.(?:mock|doMock|hoisted|resetModules|useFakeTimers)\(|\bprocess\.chdir\(/

interface Globs {
  readonly include: readonly string[]
  readonly exclude?: readonly string[]
}

/** Divides the files of a suite by whether they need a separate process. Returns glob patterns, since route folders have brackets. */
export function divideByIsolation({ include, exclude = [] }: Globs): { isolated: string[]; shared: string[] } {
  const files = { isolated: [] as string[], shared: [] as string[] }
  for (const file of globSync(include, { exclude: [...configDefaults.exclude, ...exclude] })) {
    const kind = NEEDS_ISOLATION.test(readFileSync(file, 'utf8')) ? 'isolated' : 'shared'
    files[kind].push(file.replace(/[()[\]{}!*?]/g, '\\$&'))
  }
  return files
}
