import { readFileSync } from 'node:fs'

/** Ticks of a second in /proc; Linux has counted so on every machine for twenty years. */
const TICKS = 100

/** Seconds of processor time a process has used until now. Linux only. */
export function cpuSeconds(pid: number): number {
  // The name of the program, in brackets, may have blanks.
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? []
  return (Number(fields[11]) + Number(fields[12])) / TICKS
}

/** Megabytes of memory a process has now. Linux only. */
export function residentMb(pid: number): number {
  const kib = /^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]
  return (Number(kib) * 1024) / 1e6
}
