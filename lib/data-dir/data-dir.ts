import { mkdirSync, statSync } from 'node:fs'
import path from 'node:path'
import { performance } from 'node:perf_hooks'
import { setTimeout as sleep } from 'node:timers/promises'
import { type DirectoryLock, FileLock, type FileLockOptions, LOCK_FILE, readLock, TIMING } from './file-lock.ts'
import { type Holder, isRunning, parseHolder, silenceOf } from './holder.ts'

const POLL_MS = 50

export interface LockOptions extends FileLockOptions {
  /** How long to wait for a holder that runs to release the folder. Default: not at all. */
  readonly waitMs?: number
}

export class DirectoryInUseError extends Error {
  override readonly name = 'DirectoryInUseError'

  constructor(directory: string, holder: Holder | null) {
    const process = holder === null ? 'another process' : `process ${holder.pid}`
    const where = holder?.host === undefined ? '' : ` on ${holder.host}`
    super(
      `${directory} is in use by ${process}${where}. Two processes on one folder would lose data: stop that process, or choose another DATA_DIR.`,
    )
  }
}

/**
 * Locks `directory` (made when missing) for this process, by a file `lock` in it that the holder writes again twice a second. A holder that
 * is known to have ended, or that stopped writing for `leaseMs`, is overtaken. Works across containers and machines, and needs nothing of
 * the file system but exclusive creation and renaming. Throws DirectoryInUseError, and what the file system says when the folder cannot be
 * written.
 */
export async function lockDirectory(directory: string, options: LockOptions = {}): Promise<DirectoryLock> {
  makeFolder(path.resolve(directory))
  const lock = new FileLock(directory, options)
  const { leaseMs } = options.timing ?? TIMING
  const giveUpAt = performance.now() + (options.waitMs ?? 0)
  for (let attempt = 0; attempt < 100 || performance.now() < giveUpAt; attempt++) {
    if (lock.create()) return lock
    const content = readLock(directory)
    const state = content === null ? 'free' : await observe(directory, content, leaseMs)
    if (state === 'used') {
      if (performance.now() >= giveUpAt) throw new DirectoryInUseError(directory, parseHolder(content ?? ''))
    } else if (state !== 'free' && (await lock.replace(content, state))) return lock
    await sleep(POLL_MS)
  }
  throw new Error(`${path.join(directory, LOCK_FILE)} cannot be replaced. Remove it when no process uses ${directory}.`)
}

/**
 * Calls `changed` when the process that holds `directory` now does so no longer; never where no process holds it. Returns the end of the
 * watch.
 */
export function watchHolder(directory: string, changed: () => void, everyMs: number = TIMING.beatMs): () => void {
  const before = holderOf(directory)?.token
  if (before === undefined) return () => {}
  const timer = setInterval(() => {
    if (holderOf(directory)?.token === before) return
    clearInterval(timer)
    changed()
  }, everyMs).unref()
  return () => clearInterval(timer)
}

/** `dead`: its process ended; `silent`: it may be paused, or out of sight and gone. */
type HolderState = 'used' | 'free' | 'dead' | 'silent'

/** Watches a holder until its state is certain. */
async function observe(directory: string, content: string, leaseMs: number): Promise<HolderState> {
  const holder = parseHolder(content)
  if (holder !== null) {
    const running = isRunning(holder)
    if (running === false) return 'dead'
    // A release before this one has no beats.
    if (running && holder.token === undefined) return 'used'
  }
  // Where the clock is the same, the time before this start counts too.
  const end = performance.now() + leaseMs - (holder === null ? 0 : silenceOf(holder))
  for (; performance.now() < end; await sleep(POLL_MS)) {
    const now = readLock(directory)
    if (now === null) return 'free'
    if (now !== content) return 'used'
    if (holder !== null && isRunning(holder) === false) return 'dead'
  }
  return 'silent'
}

function holderOf(directory: string): Holder | null {
  return parseHolder(readLock(directory) ?? '')
}

/** One folder after the other: Node's own way never ends where the file system calls missing what cannot be made (/proc). */
function makeFolder(directory: string): void {
  if (statSync(directory, { throwIfNoEntry: false })?.isDirectory()) return
  const parent = path.dirname(directory)
  if (parent !== directory) makeFolder(parent)
  try {
    mkdirSync(directory, { mode: 0o700 })
  } catch (error) {
    // Another starter may have been quicker.
    if (!statSync(directory, { throwIfNoEntry: false })?.isDirectory()) throw error
  }
}
