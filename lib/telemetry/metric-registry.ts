import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import { Gauge, type MetricObjectWithValues, type MetricValue, Registry } from 'prom-client'

/** A scrape omits a source that takes longer. */
const READ_TIMEOUT_MS = 4_000

/** Metrics that are read at each scrape, beside those that the client library counts in `registry`. */
export class MetricRegistry {
  readonly registry = new Registry()
  readonly #sources: MetricSource[] = []
  readonly #read = new Map<string, readonly Sample[]>()
  readonly #failed: (error: unknown) => void
  readonly #withinMs: number
  #failures = 0
  #scraping: Promise<string> | null = null

  /** `failed` receives the error of a source; the scrape contains the other sources. */
  constructor(failed: (error: unknown) => void, withinMs = READ_TIMEOUT_MS) {
    this.#failed = failed
    this.#withinMs = withinMs
    this.#declare('hap_metrics_failures_total', {
      type: 'counter',
      help: 'Times a part of the metrics could not be read and was left out',
    })
  }

  add(source: MetricSource): void {
    for (const [name, family] of Object.entries(source.families)) this.#declare(name, family)
    this.#sources.push(source)
  }

  /** Names of all families. */
  names(): readonly string[] {
    return this.registry.getMetricsAsArray().map(({ name }) => name)
  }

  /** The metrics in the text format of Prometheus. Concurrent calls share one scrape. */
  text(): Promise<string> {
    this.#scraping ??= this.#scrape().finally(() => {
      this.#scraping = null
    })
    return this.#scraping
  }

  async #scrape(): Promise<string> {
    const readings = await Promise.all(this.#sources.map(source => this.#readInTime(source)))
    this.#read.clear()
    for (const reading of readings) {
      for (const [name, samples] of Object.entries(reading)) this.#read.set(name, samples)
    }
    this.#read.set('hap_metrics_failures_total', [{ labels: {}, value: this.#failures }])
    return this.registry.metrics()
  }

  async #readInTime(source: MetricSource): Promise<Reading> {
    let timer: NodeJS.Timeout | undefined
    try {
      const reading = source.read()
      if (!(reading instanceof Promise)) return reading
      const late = new Promise<never>((_, reject) => {
        const families = Object.keys(source.families).join(', ')
        const fail = () => reject(new Error(`These metrics took more than ${this.#withinMs / 1000} s: ${families}`))
        timer = setTimeout(fail, this.#withinMs)
      })
      return await Promise.race([reading, late])
    } catch (error) {
      this.#failures++
      this.#failed(error)
      return {}
    } finally {
      clearTimeout(timer)
    }
  }

  #declare(name: string, family: Family): void {
    new ReadMetric(name, family, this.registry, () => this.#read.get(name) ?? [])
  }
}

/** A metric whose samples are computed at each scrape, instead of being stored by the library. */
class ReadMetric extends Gauge {
  readonly #name: string
  readonly #family: Family
  readonly #samples: () => readonly Sample[]

  constructor(name: string, family: Family, registry: Registry, samples: () => readonly Sample[]) {
    super({ name, help: family.help, registers: [registry] })
    this.#name = name
    this.#family = family
    this.#samples = samples
  }

  override async get(): Promise<MetricObjectWithValues<MetricValue<string>>> {
    const { type, help } = this.#family
    const values = this.#samples().map(({ suffix, labels, value }) =>
      suffix === undefined ? { labels, value } : { metricName: `${this.#name}${suffix}`, labels, value },
    )
    // The library declares numbers for the types of metrics but uses strings at run time.
    return { name: this.#name, help, type, values, aggregator: 'sum' } as unknown as MetricObjectWithValues<
      MetricValue<string>
    >
  }
}

interface MetricsServerOptions {
  readonly host: string
  readonly port: number
  readonly contentType: string
  text(): Promise<string>
}

/** Serves the metrics at /metrics. Rejects when it cannot listen on the port. */
export async function serveMetrics({ host, port, contentType, text }: MetricsServerOptions): Promise<Server> {
  const server = createServer(async (request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://metrics')
    if (pathname !== '/metrics') return void response.writeHead(404, PLAIN).end('Metrics are at /metrics.\n')
    if (request.method !== 'GET' && request.method !== 'HEAD')
      return void response.writeHead(405, { ...PLAIN, allow: 'GET, HEAD' }).end('Metrics can only be read.\n')
    const body = await text()
    response.writeHead(200, { 'content-type': contentType, 'cache-control': 'no-store' })
    response.end(request.method === 'HEAD' ? undefined : body)
  })
  server.listen(port, host)
  // Rejects with the error of a port in use.
  await once(server, 'listening')
  return server
}

const PLAIN = { 'content-type': 'text/plain; charset=utf-8', 'x-content-type-options': 'nosniff' }

/** Type and help of a metric: a metric family of OpenMetrics. */
interface Family {
  readonly type: 'gauge' | 'counter' | 'histogram'
  readonly help: string
}

/** One line of a metric family. */
export interface Sample {
  /** For a histogram: `_bucket`, `_sum` or `_count`. */
  readonly suffix?: string
  readonly labels: Readonly<Record<string, string | number>>
  readonly value: number
}

/** Samples of each family of a source, by name. */
export type Reading<Name extends string = string> = Readonly<Record<Name, readonly Sample[]>>

/** Metric families that are read together at each scrape. */
export interface MetricSource<Name extends string = string> {
  readonly families: Readonly<Record<Name, Family>>
  read(): Reading<Name> | Promise<Reading<Name>>
}

/** Builds a source; `read` returns samples of each family. */
export function metricSource<Name extends string>(
  families: Readonly<Record<Name, Family>>,
  read: () => Reading<Name> | Promise<Reading<Name>>,
): MetricSource<Name> {
  return { families, read }
}

/** A family of values that rise and fall. */
export function gauge(help: string): Family {
  return { type: 'gauge', help }
}

/** A family of values that only grow; names end in `_total`. */
export function counter(help: string): Family {
  return { type: 'counter', help }
}

export function histogram(help: string): Family {
  return { type: 'histogram', help }
}

/** The sample of a family without labels; none for an unknown value. */
export function single(value: number | null): readonly Sample[] {
  return value === null ? [] : [{ labels: {}, value }]
}

/** Label value of the series that are added up. */
export const OTHERS = 'other'

/**
 * The `limit` largest samples, equal ones in the order of their labels. The others are added up under `other` in the labels `folded`, so that
 * sums over all series stay correct.
 */
export function capSeries(samples: readonly Sample[], limit: number, folded: readonly string[]): readonly Sample[] {
  if (samples.length <= limit) return samples
  const inOrder = samples
    .map(sample => ({ sample, key: Object.values(sample.labels).join('|') }))
    .sort((a, b) => b.sample.value - a.sample.value || (a.key < b.key ? -1 : 1))
    .map(({ sample }) => sample)
  const rest = new Map<string, Sample>()
  for (const { labels, value } of inOrder.slice(limit)) {
    const others = { ...labels, ...Object.fromEntries(folded.map(label => [label, OTHERS])) }
    const key = Object.values(others).join('|')
    rest.set(key, { labels: others, value: value + (rest.get(key)?.value ?? 0) })
  }
  return [...inOrder.slice(0, limit), ...rest.values()]
}
