import { randomUUID } from 'node:crypto'
import {
  closeSync,
  constants,
  existsSync,
  fdatasync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  write,
  writeSync,
} from 'node:fs'
import { copyFile, readdir, rename, rm } from 'node:fs/promises'
import path from 'node:path'
import { performance } from 'node:perf_hooks'
import { setTimeout as sleep } from 'node:timers/promises'
import { encodeHolder, type Holder, holderOfThisProcess, parseHolder } from './holder.ts'

export const LOCK_FILE = 'lock'
/** Suffix of a file while it is copied. */
const COPY = '.hap-copy'

/** In milliseconds. Safe as long as `settleMs` exceeds `fenceMs`. */
export interface LockTiming {
  /** Interval of the beats of a holder. */
  readonly beatMs: number
  /** A holder without a beat for this time may be replaced. */
  readonly leaseMs: number
  /** Wait after a takeover before the first use of the folder: the previous holder detects the loss within this time. */
  readonly settleMs: number
  /** A holder writes only within this time after it verified its lock. */
  readonly fenceMs: number
}

export const TIMING: LockTiming = { beatMs: 500, leaseMs: 3_000, settleMs: 1_000, fenceMs: 250 }

export interface FileLockOptions {
  /** Runs when another process took the folder over. Default: prints the error and ends this process. */
  readonly onLost?: (error: LockLostError) => void
  readonly timing?: LockTiming
}

export interface DirectoryLock {
  /** Call before each write below the folder. Throws LockLostError unless this process holds the folder. */
  assertHeld(): void
  release(): void
}

/** This process has lost the folder and must not write there. */
export class LockLostError extends Error {
  override readonly name = 'LockLostError'

  constructor(directory: string, holder: Holder | null) {
    const how =
      holder === null
        ? 'its lock file was removed'
        : `process ${holder.pid}${holder.host === undefined ? '' : ` on ${holder.host}`} took it over while this one was paused or blocked`
    super(`This process lost ${directory}: ${how}. It writes nothing more there and ends.`)
  }
}

/** The lock file of a folder: creation, renewal and verification by one process. */
export class FileLock implements DirectoryLock {
  readonly #directory: string
  readonly #file: string
  readonly #holder = holderOfThisProcess(randomUUID())
  readonly #timing: LockTiming
  readonly #onLost: (error: LockLostError) => void
  /** Descriptor of the file of this process, so that its writes never reach the file of a successor. */
  #descriptor: number | null = null
  #beats = 0
  #beatAt = 0
  /** The descriptor a beat is being written to. */
  #beatingOn: number | null = null
  #timer: NodeJS.Timeout | undefined
  #verified: Moment = NEVER
  #lost: LockLostError | null = null

  constructor(directory: string, { timing = TIMING, onLost = endProcess }: FileLockOptions) {
    this.#directory = directory
    this.#file = path.join(directory, LOCK_FILE)
    this.#timing = timing
    this.#onLost = onLost
  }

  /** Acquires a folder without a lock file. */
  create(): boolean {
    // A pause after the creation counts too.
    const verified = momentNow()
    try {
      this.#open(this.#file)
    } catch (error) {
      if (error instanceof Error && 'code' in error && error.code === 'EEXIST') return false
      throw error
    }
    this.#verified = verified
    return true
  }

  /** Acquires a folder whose holder was observed as `content`. False when another process was faster. */
  async replace(content: string | null, state: 'dead' | 'silent'): Promise<boolean> {
    const fresh = `${this.#file}.${this.#holder.token}`
    this.#open(fresh)
    try {
      if (readLock(this.#directory) !== content) return this.#withdraw()
      renameSync(fresh, this.#file)
      // A process that read the old holder just before may replace this lock, and the old holder may still be about to write: both are over
      // after this time.
      await sleep(this.#timing.settleMs)
      const verified = momentNow()
      if (!this.#isOwn(readLock(this.#directory))) return this.#withdraw()
      this.#verified = verified
      if (state === 'silent') await replaceFiles(this.#directory)
      return this.#lost === null || this.#withdraw()
    } catch (error) {
      this.release()
      throw error
    } finally {
      rmSync(fresh, { force: true })
    }
  }

  assertHeld(): void {
    if (this.#lost) throw this.#lost
    if (this.#descriptor === null)
      throw new Error(`${this.#directory} was released: nothing is written there any more.`)
    if (elapsedSince(this.#verified) < this.#timing.fenceMs) return
    this.#verify()
    // A beat for work that blocks the event loop and writes.
    if (performance.now() - this.#beatAt >= this.#timing.beatMs)
      writeSync(this.#descriptor, this.#nextBeat(), 0, null, 0)
  }

  release(): void {
    const own = this.#lost === null && this.#descriptor !== null
    this.#withdraw()
    try {
      if (own && this.#isOwn(readLock(this.#directory))) rmSync(this.#file)
    } catch {
      // The next start finds a holder that has ended.
    }
  }

  #open(file: string): void {
    this.#descriptor = openSync(file, 'wx', 0o600)
    try {
      writeSync(this.#descriptor, this.#nextBeat(), 0, null, 0)
    } catch (error) {
      this.#withdraw()
      rmSync(file, { force: true })
      throw error
    }
    this.#timer = setInterval(() => this.#beat(), this.#timing.beatMs).unref()
  }

  #withdraw(): false {
    clearInterval(this.#timer)
    const descriptor = this.#descriptor
    this.#descriptor = null
    // A beat under way closes it.
    if (descriptor !== null && descriptor !== this.#beatingOn) closeSync(descriptor)
    return false
  }

  #beat(): void {
    const descriptor = this.#descriptor
    if (descriptor === null || this.#beatingOn !== null || !this.#isStillHeld()) return
    this.#beatingOn = descriptor
    const done = () => {
      this.#beatingOn = null
      if (this.#descriptor !== descriptor) closeSync(descriptor)
    }
    // Other machines on a network file system see synchronised writes only.
    write(descriptor, this.#nextBeat(), 0, null, 0, error => (error ? done() : fdatasync(descriptor, done)))
  }

  #isStillHeld(): boolean {
    // Until it is renamed, the file has another name.
    if (this.#verified === NEVER) return true
    try {
      this.#verify()
      return true
    } catch {
      // The lock is lost or the folder is unreadable: the next write verifies it.
      return this.#lost === null
    }
  }

  #nextBeat(): Buffer {
    this.#beatAt = performance.now()
    return encodeHolder(this.#holder, this.#beats++)
  }

  #verify(): void {
    const moment = momentNow()
    const content = readLock(this.#directory)
    if (!this.#isOwn(content)) {
      this.#lost = new LockLostError(this.#directory, parseHolder(content ?? ''))
      this.#withdraw()
      this.#onLost(this.#lost)
      throw this.#lost
    }
    this.#verified = moment
  }

  #isOwn(content: string | null): boolean {
    return content !== null && parseHolder(content)?.token === this.#holder.token
  }
}

/** Uses two clocks: one stops while the machine sleeps, the other may be set. */
interface Moment {
  readonly steady: number
  readonly wall: number
}

const NEVER: Moment = { steady: -Infinity, wall: 0 }

function momentNow(): Moment {
  return { steady: performance.now(), wall: Date.now() }
}

function elapsedSince({ steady, wall }: Moment): number {
  return Math.max(performance.now() - steady, Math.abs(Date.now() - wall))
}

function endProcess(error: LockLostError): void {
  process.stderr.write(`${error.message}\n`)
  process.exit(1)
}

/** The content of the lock file; null when there is none. */
export function readLock(directory: string): string | null {
  try {
    return readFileSync(path.join(directory, LOCK_FILE), 'utf8')
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null
    throw error
  }
}

/**
 * Replaces each file by a copy of itself, so that a pending write of a paused process reaches a file without a name. Skips folders with their
 * own lock.
 */
async function replaceFiles(folder: string): Promise<void> {
  const entries = await readdir(folder, { withFileTypes: true })
  // A leftover of a process that died during the copy.
  const left = entries.filter(({ name }) => name.endsWith(COPY))
  await Promise.all(left.map(({ name }) => rm(path.join(folder, name), { force: true })))
  const copies = entries.map(async entry => {
    const file = path.join(folder, entry.name)
    if (entry.isDirectory()) {
      if (!existsSync(path.join(file, LOCK_FILE))) await replaceFiles(file)
    } else if (entry.isFile() && !left.includes(entry) && entry.name.split('.')[0] !== LOCK_FILE) {
      await copyFile(file, `${file}${COPY}`, constants.COPYFILE_FICLONE)
      await rename(`${file}${COPY}`, file)
    }
  })
  await Promise.all(copies)
}
