import { execFileSync, spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'

const run = (folder: string, program: string, ...args: readonly string[]) =>
  execFileSync(program, args, { cwd: folder, encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'] }).trim()

/** Checks out another commit with its packages, or reuses the checkout of an earlier run. Throws the errors of git and npm. */
export function checkOut(reference: string): { readonly root: string; readonly commit: string } {
  const here = process.cwd()
  const commit = run(here, 'git', 'rev-parse', '--verify', `${reference}^{commit}`)
  const root = path.join(tmpdir(), `hap-bench-${commit.slice(0, 12)}`)
  if (!existsSync(root)) run(here, 'git', 'worktree', 'add', '--detach', root, commit)
  if (!readFileSync(path.join(root, 'bench/run.ts'), 'utf8').includes('measureHere'))
    throw new Error(`The benchmarks of ${reference} cannot be compared: they have no --measure.`)
  if (!existsSync(path.join(root, 'node_modules'))) installPackages(here, root)
  return { root, commit }
}

/** Links equal packages instead of installing or copying them. */
function installPackages(here: string, root: string): void {
  const lockOf = (folder: string) => readFileSync(path.join(folder, 'package-lock.json'), 'utf8')
  const isLinked =
    lockOf(here) === lockOf(root) && spawnSync('cp', ['-al', path.join(here, 'node_modules'), root]).status === 0
  if (!isLinked) run(root, 'npm', 'ci')
  run(root, process.execPath, 'scripts/schema/generate.mjs')
}
