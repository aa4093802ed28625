import { readdirSync, readlinkSync } from 'node:fs'
import path from 'node:path'

/** A sample of the resources of a console process, from its metrics and the kernel's list of its files. */
export interface Sample {
  readonly at: number
  readonly rssMb: number
  readonly heapMb: number
  /** Active handles of Node.js: sockets, timers, servers. */
  readonly handles: number
  readonly files: number
  /** Open sockets; null if the kernel does not list them. */
  readonly sockets: number | null
  readonly streams: number
  /** Seconds since the last contact of a watch; the maximum of all. */
  readonly staleSeconds: number
  /** Number of requests so far: to the console, and by it to API servers. */
  readonly requests: number
  readonly gardenRequests: number
}

const WITHIN_MS = 10_000

/** Takes a sample; null while the console does not respond, for example during a start. */
export async function probe(metricsPort: number, pid: number): Promise<Sample | null> {
  try {
    const answer = await fetch(`http://127.0.0.1:${metricsPort}/metrics`, { signal: AbortSignal.timeout(WITHIN_MS) })
    const values = valuesOf(await answer.text())
    const of = (name: string) => values(name).at(0) ?? 0
    const sum = (name: string) => values(name).reduce((total, each) => total + each, 0)
    return {
      at: Date.now(),
      rssMb: megabytes(of('process_resident_memory_bytes')),
      heapMb: megabytes(of('nodejs_heap_size_used_bytes')),
      handles: of('nodejs_active_handles_total'),
      files: of('process_open_fds'),
      sockets: socketsOf(pid),
      streams: of('hap_event_streams'),
      staleSeconds: Math.max(0, ...values('hap_reflector_age_seconds')),
      requests: sum('hap_http_requests_total'),
      gardenRequests: sum('hap_gardener_requests_total'),
    }
  } catch {
    return null
  }
}

/** Values of all series of a metric in Prometheus text format. */
function valuesOf(text: string): (name: string) => readonly number[] {
  const all = new Map<string, number[]>()
  for (const [, name = '', value] of text.matchAll(/^([a-z_]+)(?:\{.*\})? (\S+)/gm))
    all.set(name, [...(all.get(name) ?? []), Number(value)])
  return name => all.get(name) ?? []
}

function socketsOf(pid: number): number | null {
  const folder = `/proc/${pid}/fd`
  try {
    return readdirSync(folder).filter(file => isSocket(path.join(folder, file))).length
  } catch {
    return null
  }
}

function isSocket(file: string): boolean {
  try {
    return readlinkSync(file).startsWith('socket:')
  } catch {
    return false // closed since
  }
}

function megabytes(bytes: number): number {
  return Math.round(bytes / 1e5) / 10
}
