import { execFileSync } from 'node:child_process'

/** A change of these can affect every check. */
const EVERYTHING = [
  'package.json',
  'package-lock.json',
  'tsconfig.json',
  'vitest.config.ts',
  'playwright.config.ts',
  'next.config.js',
]

/** Files that differ from the merge base with `base`, including uncommitted and new ones. Throws git's error. */
export function changedFiles(base: string): readonly string[] {
  const from = git('merge-base', base, 'HEAD').trim()
  const names =
    git('diff', '--name-only', '-z', '--no-renames', from) + git('ls-files', '--others', '--exclude-standard', '-z')
  return [...new Set(names.split('\0').filter(name => name !== ''))]
}

export function reachesEverything(changed: readonly string[]): boolean {
  return changed.some(file => EVERYTHING.includes(file))
}

function git(...args: readonly string[]): string {
  return execFileSync('git', args, { encoding: 'utf8', maxBuffer: 1 << 26, stdio: ['ignore', 'pipe', 'pipe'] })
}
