import { mkdirSync, statSync } from 'node:fs'
import path from 'node:path'
import { performance } from 'node:perf_hooks'
import { setTimeout as sleep } from 'node:timers/promises'
import { type DirectoryLock, FileLock, type FileLockOptions, LOCK_FILE, readLock, TIMING } from './file-lock.ts'
import { type Holder, isRunning, parseHolder, silenceOf } from './holder.ts'

const POLL_MS = 50

export interface LockOptions extends FileLockOptions {
  /** Milliseconds to wait for a running holder to release the folder; default 0. */
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
 * Locks `directory` (created when missing) for this process with a file `lock`, which the holder rewrites twice a second. A holder that has
 * ended, or has not written for `leaseMs`, is replaced. Works across containers and machines; the file system needs exclusive creation and
 * renaming only. Throws DirectoryInUseError, and errors of the file system.
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
 * Calls `changed` when the current holder of `directory` loses or releases it; never without a holder. Returns a function that ends the
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

/** `dead`: the process has ended; `silent`: it may be paused, or invisible and ended. */
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
  // With a shared clock the time before this start counts too.
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

/** Creates one folder after the other: Node's recursive mkdir does not terminate where the file system answers ENOENT for folders that cannot be created (/proc). */
function makeFolder(directory: string): void {
  if (statSync(directory, { throwIfNoEntry: false })?.isDirectory()) return
  const parent = path.dirname(directory)
  if (parent !== directory) makeFolder(parent)
  try {
    mkdirSync(directory, { mode: 0o700 })
  } catch (error) {
    // Another process may have created it.
    if (!statSync(directory, { throwIfNoEntry: false })?.isDirectory()) throw error
  }
}
