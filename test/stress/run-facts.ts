import { spawnSync } from 'node:child_process'
import { availableParallelism, totalmem } from 'node:os'

/** The commit of a run (`+` with changed files, null without git) and its machine. */
export function runFacts() {
  const git = (...args: string[]) => {
    const { status, stdout } = spawnSync('git', args, { encoding: 'utf8' })
    return status === 0 ? stdout.trim() : null
  }
  const commit = git('rev-parse', '--short', 'HEAD')
  return {
    commit: commit && commit + (git('status', '--porcelain') === '' ? '' : '+'),
    machine: { cores: availableParallelism(), memoryGiB: Math.round(totalmem() / 2 ** 30), node: process.version },
  }
}
