import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import type { Step } from './step.ts'
import { resolveTestFile } from './suites.ts'

/** Files of the project that git tracks or does not ignore, relative to the root. */
export function projectFiles(): readonly string[] {
  const names = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard', '-z'], {
    encoding: 'utf8',
    maxBuffer: 1 << 26,
  })
  return names.split('\0').filter(name => name !== '' && existsSync(name))
}

/** The test files among `files` that a step runs. */
export function filesOf({ runs }: Step, files: readonly string[]): readonly string[] {
  if (!runs) return []
  return files.filter(file => {
    const found = resolveTestFile(file)
    return found?.suite === runs.suite && found.tiers.some(tier => runs.tiers.includes(tier))
  })
}
