import { linkSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { threadId } from 'node:worker_threads'
import { z } from 'zod'

/** A starter that died while it removed a stale lock gives up its turn after this time. */
const TURN_MS = 2_000

const Holder = z.object({ pid: z.number().int().positive(), startedAt: z.string().nullable() })

export class DirectoryInUseError extends Error {
  override readonly name = 'DirectoryInUseError'
  readonly pid: number

  constructor(directory: string, pid: number) {
    super(
      `${directory} is in use by process ${pid}. Two processes on one folder would lose data: stop that process, or choose another DATA_DIR.`,
    )
    this.pid = pid
  }
}

export interface DirectoryLock {
  release(): void
}

/**
 * Takes `directory` (made when missing) for this process alone, by a file `lock` in it. A lock whose process is gone is taken over.
 * Throws DirectoryInUseError with the pid of the holder, and what the file system says when the folder cannot be written.
 */
export function lockDirectory(directory: string): DirectoryLock {
  makeFolder(path.resolve(directory))
  const file = path.join(directory, 'lock')
  const mine = JSON.stringify({ pid: process.pid, startedAt: processStart(process.pid) })
  for (let attempt = 0; attempt < 100; attempt++) {
    if (createExclusively(file, mine)) return { release: () => releaseLock(file, mine) }
    const holder = readHolder(file)
    if (holder && isRunning(holder)) throw new DirectoryInUseError(directory, holder.pid)
    removeStale(file)
  }
  throw new Error(`${file} cannot be replaced. Remove it when no process uses ${directory}.`)
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

/** Removes a lock that nobody holds. One starter at a time may do so: else it could remove the lock of another that was quicker. */
function removeStale(file: string): void {
  const turn = `${file}.takeover`
  if (!createExclusively(turn, '')) {
    const age = Date.now() - (statSync(turn, { throwIfNoEntry: false })?.mtimeMs ?? Date.now())
    if (age > TURN_MS) rmSync(turn, { force: true })
    else Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 50)
    return
  }
  const holder = readHolder(file)
  if (!holder || !isRunning(holder)) rmSync(file, { force: true })
  rmSync(turn, { force: true })
}

/** Whoever took the lock over meanwhile, because this process was thought gone, keeps it. */
function releaseLock(file: string, mine: string): void {
  try {
    if (readFileSync(file, 'utf8') === mine) rmSync(file)
  } catch {
    // It is gone already.
  }
}

/** Written aside and linked in one step: nobody sees a lock without its content. */
function createExclusively(file: string, content: string): boolean {
  const aside = `${file}.${process.pid}.${threadId}`
  try {
    writeFileSync(aside, content, { mode: 0o600 })
    linkSync(aside, file)
    return true
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EEXIST') return false
    throw error
  } finally {
    rmSync(aside, { force: true })
  }
}

function readHolder(file: string): z.infer<typeof Holder> | null {
  try {
    return Holder.parse(JSON.parse(readFileSync(file, 'utf8')))
  } catch {
    // Gone meanwhile, or cut off by a crash while it was written: nobody holds it.
    return null
  }
}

function isRunning(holder: z.infer<typeof Holder>): boolean {
  if (holder.pid === process.pid) return holder.startedAt === processStart(process.pid)
  try {
    process.kill(holder.pid, 0)
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM'
  }
  // After a restart of the machine or container the number may belong to somebody else; then the start time differs.
  return holder.startedAt === null || holder.startedAt === processStart(holder.pid)
}

/** Start of a process in clock ticks since boot, from /proc; null where there is no /proc. */
function processStart(pid: number): string | null {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    // The command name, in parentheses, may contain blanks; field 22 is the 20th after it.
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19] ?? null
  } catch {
    return null
  }
}
