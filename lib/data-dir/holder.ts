import { readFileSync, readlinkSync } from 'node:fs'
import { hostname } from 'node:os'
import { z } from 'zod'

const RECORD_BYTES = 1024
const DIGITS = 15

/** The content of a lock file: the process that holds the folder, and its beats. */
const Holder = z.object({
  pid: z.number().int().positive(),
  /** Start of the process, as `processStart` reads it; null where there is no /proc. */
  startedAt: z.string().nullable(),
  /** Id of the acquisition. Earlier releases wrote pid and start only. */
  token: z.string().optional(),
  host: z.string().optional(),
  /** The namespace of `pid`; null when it cannot be read. */
  pidNamespace: z.string().nullable().optional(),
  /** Id of the clock of `beatAt`; null when other processes cannot read that clock. */
  clock: z.string().nullable().optional(),
  beat: z.string().optional(),
  /** Milliseconds of that clock at the last beat. */
  beatAt: z.string().optional(),
})

export type Holder = z.infer<typeof Holder>

export function holderOfThisProcess(token: string): Holder {
  return {
    pid: process.pid,
    startedAt: processStart('self'),
    token,
    host: hostname(),
    pidNamespace: pidNamespace(),
    clock: clock(),
  }
}

/** The record as bytes. Records of one holder have equal lengths, so that a reader sees a valid record while the next one overwrites it. */
export function encodeHolder(holder: Holder, beat: number, beatAt = clockMs()): Buffer {
  const text = JSON.stringify({ ...holder, beat: digits(beat), beatAt: digits(beatAt) })
  return Buffer.from(`${text.padEnd(RECORD_BYTES - 1)}\n`)
}

function digits(value: number): string {
  return String(value).padStart(DIGITS, '0')
}

/** Null for an invalid record, such as a truncated one after a crash. */
export function parseHolder(content: string): Holder | null {
  try {
    return Holder.parse(JSON.parse(content))
  } catch {
    return null
  }
}

/** Whether the holder's process runs here; null when this process cannot see it, as in another container. */
export function isRunning(holder: Holder): boolean | null {
  if (holder.token === undefined) return hasProcess(holder) ? true : null
  if (holder.pidNamespace == null || holder.pidNamespace !== pidNamespace()) return null
  return hasProcess(holder)
}

/** Milliseconds since the last beat if both processes share a clock, else 0. */
export function silenceOf({ clock: itsClock, beatAt }: Holder): number {
  if (itsClock == null || beatAt === undefined || itsClock !== clock()) return 0
  return Math.max(0, clockMs() - Number(beatAt))
}

function hasProcess({ pid, startedAt }: Holder): boolean {
  if (pid !== process.pid) {
    try {
      process.kill(pid, 0)
    } catch (error) {
      return error instanceof Error && 'code' in error && error.code === 'EPERM'
    }
  }
  // After a restart of the machine or container the pid may belong to another process; then the start differs.
  return startedAt === null || startedAt === processStart(pid === process.pid ? 'self' : pid)
}

/** Start of a process in clock ticks since boot. */
function processStart(pid: number | 'self'): string | null {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    // The command name, in parentheses, may contain blanks; field 22 is the 20th after it.
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19] ?? null
  } catch {
    return null
  }
}

function pidNamespace(): string | null {
  if (process.platform !== 'linux') return `${process.platform} ${hostname()}`
  // A /proc of another namespace numbers processes differently.
  return namespaceOf('pid', () => readlinkSync('/proc/self') === String(process.pid))
}

/** Time since the machine was started. */
function clock(): string | null {
  return process.platform === 'linux' ? namespaceOf('time') : null
}

function clockMs(): number {
  return Number(process.hrtime.bigint() / 1_000_000n)
}

/** Containers of one machine have one boot id, and one namespace or several. */
function namespaceOf(kind: 'pid' | 'time', isOwn = () => true): string | null {
  try {
    if (!isOwn()) return null
    return `${readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim()} ${readlinkSync(`/proc/self/ns/${kind}`)}`
  } catch {
    return null
  }
}
