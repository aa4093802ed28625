import { performance } from 'node:perf_hooks'
import { Counter, Gauge, Histogram, type Registry } from 'prom-client'
import type { HttpEnd, HttpRequest } from '#lib/telemetry/http-requests.ts'
import { type Measured, type MeasuredWork, measuredChannel } from '#lib/util/measured.ts'

/** Seconds, from answers out of memory to hanging requests. */
const BUCKETS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30]
const METHODS: ReadonlySet<string> = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'])

interface ActivityOptions {
  readonly registry: Registry
  /** The route of a path, from a bounded list. */
  routeOf(pathname: string): string
  /** The route of the event stream, whose duration is not measured. */
  readonly stream: string
  /** Label of the outcome of a claim. */
  claimOutcome(work: Measured<'claim'>): string
  /** Label of the outcome of a request to an API server: a status, or the kind of an error. */
  gardenerOutcome(work: Measured<'gardener-request'>): string
}

interface HttpMeter {
  begun(request: HttpRequest): void
  ended(request: HttpRequest, end: Pick<HttpEnd, 'status' | 'ms'>): void
}

/** Counts and measures HTTP requests, claims, requests to API servers and transactions. Returns the meter of HTTP requests, and a function that stops the other measurements. */
export function startActivityMetrics(options: ActivityOptions): { readonly http: HttpMeter; stop(): void } {
  const stops = [gardenerMetrics(options), claimMetrics(options), databaseMetrics(options)]
  return {
    http: httpMetrics(options),
    stop: () => {
      for (const stop of stops) stop()
    },
  }
}

function httpMetrics({ registry, routeOf, stream }: ActivityOptions): HttpMeter {
  const registers = [registry]
  const requests = new Counter({
    name: 'hap_http_requests_total',
    help: 'HTTP requests by route and status; 499 when the client closed the connection before the response',
    labelNames: ['method', 'route', 'status'],
    registers,
  })
  const seconds = new Histogram({
    name: 'hap_http_request_seconds',
    help: 'Duration of HTTP requests in seconds',
    labelNames: ['route'],
    buckets: BUCKETS,
    registers,
  })
  const open = new Gauge({ name: 'hap_http_requests_open', help: 'HTTP requests in progress', registers })
  const streams = new Gauge({
    name: 'hap_event_streams',
    help: 'Open event streams to pages',
    registers,
  })
  const openOf = (route: string) => (route === stream ? streams : open)
  return {
    begun: ({ pathname }) => openOf(routeOf(pathname)).inc(),
    ended: ({ method, pathname }, { status, ms }) => {
      const route = routeOf(pathname)
      openOf(route).dec()
      requests.inc({ method: METHODS.has(method) ? method : 'other', route, status })
      if (route !== stream) seconds.observe({ route }, ms / 1_000)
    },
  }
}

function gardenerMetrics({ registry, gardenerOutcome }: ActivityOptions): () => void {
  const registers = [registry]
  const requests = new Counter({
    name: 'hap_gardener_requests_total',
    help: 'Requests to Kubernetes API servers by outcome; "conflict" is a write rejected because the object had changed',
    labelNames: ['verb', 'resource', 'outcome'],
    registers,
  })
  const seconds = new Histogram({
    name: 'hap_gardener_request_seconds',
    help: 'Seconds until a Kubernetes API server responded; for a watch, until it was established',
    labelNames: ['verb'],
    buckets: BUCKETS,
    registers,
  })
  return observeDurations('gardener-request', (work, took) => {
    const { verb, resource } = work.facts
    requests.inc({ verb, resource, outcome: gardenerOutcome(work) })
    seconds.observe({ verb }, took)
  })
}

function claimMetrics({ registry, claimOutcome }: ActivityOptions): () => void {
  const seconds = new Histogram({
    name: 'hap_claim_seconds',
    help: 'Duration of claims and of releases in seconds, by outcome',
    labelNames: ['verb', 'outcome'],
    buckets: BUCKETS,
    registers: [registry],
  })
  return observeDurations('claim', (work, took) => {
    seconds.observe({ verb: work.facts.verb, outcome: claimOutcome(work) }, took)
  })
}

function databaseMetrics({ registry }: ActivityOptions): () => void {
  const seconds = new Histogram({
    name: 'hap_database_transaction_seconds',
    help: 'Duration of database transactions in seconds, including retries',
    labelNames: ['outcome'],
    buckets: BUCKETS,
    registers: [registry],
  })
  return observeDurations('database-transaction', (work, took) => {
    seconds.observe({ outcome: work.error === undefined ? 'committed' : 'failed' }, took)
  })
}

/** Calls `done` with the duration of each measured work in seconds. Returns a function that stops it. */
function observeDurations<What extends keyof MeasuredWork>(
  what: What,
  done: (work: Measured<What>, seconds: number) => void,
): () => void {
  const channel = measuredChannel(what)
  const begun = new WeakMap<object, number>()
  const listener = {
    start: (work: object) => void begun.set(work, performance.now()),
    end: () => {},
    asyncStart: () => {},
    asyncEnd: (work: Measured<What>) => {
      done(work, (performance.now() - (begun.get(work) ?? performance.now())) / 1_000)
    },
    error: () => {},
  }
  channel.subscribe(listener)
  return () => void channel.unsubscribe(listener)
}
