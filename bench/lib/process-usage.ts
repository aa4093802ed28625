import { readFileSync } from 'node:fs'

/** Ticks per second in /proc, the same on every Linux (USER_HZ). */
const TICKS = 100

/** CPU seconds that a process has used so far. Linux only. */
export function cpuSeconds(pid: number): number {
  // The name of the program, in parentheses, may contain spaces.
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? []
  return (Number(fields[11]) + Number(fields[12])) / TICKS
}

/** Resident memory of a process in megabytes. Linux only. */
export function residentMb(pid: number): number {
  const kib = /^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]
  return (Number(kib) * 1024) / 1e6
}
