import { AsyncLocalStorage } from 'node:async_hooks'
import { setTimeout as delay } from 'node:timers/promises'
import {
  type Context,
  defaultTextMapGetter,
  ROOT_CONTEXT,
  type Span,
  SpanKind,
  SpanStatusCode,
  trace,
} from '@opentelemetry/api'
import { W3CTraceContextPropagator } from '@opentelemetry/core'
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http'
import { defaultResource, resourceFromAttributes } from '@opentelemetry/resources'
import { BatchSpanProcessor, TracerProvider } from '@opentelemetry/sdk-trace'
import type { HttpEnd, HttpRequest } from '#lib/telemetry/http-requests.ts'
import { type Measured, type MeasuredWork, measuredChannel } from '#lib/util/measured.ts'

interface TraceOptions {
  /** Base address of an OTLP/HTTP receiver; spans go to `/v1/traces` below it. */
  readonly endpoint: string
  readonly version: string
  routeOf(pathname: string): string
  /** Whether requests of a route are worth a trace. */
  isTraced(route: string): boolean
}

interface Traces {
  begun(request: HttpRequest): void
  ended(request: HttpRequest, end: Pick<HttpEnd, 'status' | 'ms'>): void
  /** Exports the remaining spans. */
  stop(): Promise<void>
}

/** Spans that are not exported within this time are lost. */
const STOP_MS = 2_000

type Work = Measured<keyof MeasuredWork>

/**
 * Traces HTTP requests and claims with their requests to API servers and the database, until it is stopped. Background work such as watches
 * belongs to no trace. Errors appear by class only, because messages may contain addresses.
 */
export function startTraces({ endpoint, version, routeOf, isTraced }: TraceOptions): Traces {
  const exporter = new OTLPTraceExporter({ url: `${endpoint.replace(/\/$/, '')}/v1/traces` })
  const provider = new TracerProvider({
    resource: defaultResource().merge(
      resourceFromAttributes({ 'service.name': 'hap-console', 'service.version': version }),
    ),
    spanProcessors: [new BatchSpanProcessor({ exporter })],
  })
  // Not registered: Next.js would add dozens of its own spans to a registered provider.
  const tracer = provider.getTracer('hap-console', version)
  const active = new AsyncLocalStorage<Context>()
  const propagator = new W3CTraceContextPropagator()
  const spans = new WeakMap<object, Span>()

  const follow = <What extends keyof MeasuredWork>(
    what: What,
    begin: (facts: MeasuredWork[What], parent: Context) => Span | null,
  ) => {
    const channel = measuredChannel(what)
    channel.start.bindStore(active, work => {
      const parent = active.getStore() ?? ROOT_CONTEXT
      const span = begin(work.facts, parent)
      if (span === null) return parent
      spans.set(work, span)
      return trace.setSpan(parent, span)
    })
    const listener = {
      start: () => {},
      end: () => {},
      asyncStart: () => {},
      asyncEnd: (work: Work) => end(work),
      error: () => {},
    }
    channel.subscribe(listener)
    return () => {
      channel.unsubscribe(listener)
      channel.start.unbindStore(active)
    }
  }
  const end = (work: Work) => {
    const span = spans.get(work)
    if (!span) return
    if (work.error !== undefined) {
      const name = work.error instanceof Error ? work.error.name : 'unknown'
      span.setStatus({ code: SpanStatusCode.ERROR }).setAttribute('error.type', name)
    }
    span.end()
  }
  const within = (parent: Context) => trace.getSpan(parent) !== undefined
  const stops = [
    follow('claim', ({ verb }, parent) =>
      tracer.startSpan(`claim ${verb}`, { attributes: { 'hap.verb': verb } }, parent),
    ),
    follow('gardener-request', ({ verb, resource, group }, parent) => {
      if (!within(parent)) return null
      const attributes = { 'hap.verb': verb, 'hap.resource': group === '' ? resource : `${resource}.${group}` }
      return tracer.startSpan(`gardener ${verb} ${resource}`, { kind: SpanKind.CLIENT, attributes }, parent)
    }),
    follow('database-transaction', (_, parent) => {
      if (!within(parent)) return null
      const attributes = { 'db.system.name': 'postgresql' }
      return tracer.startSpan('database transaction', { kind: SpanKind.CLIENT, attributes }, parent)
    }),
  ]
  return {
    begun(request) {
      const { requestId, method, pathname, traceparent } = request
      const route = routeOf(pathname)
      if (!isTraced(route)) return
      const carrier = traceparent === null ? {} : { traceparent }
      const parent = propagator.extract(ROOT_CONTEXT, carrier, defaultTextMapGetter)
      const attributes = { 'http.request.method': method, 'http.route': route, 'hap.request_id': requestId }
      const span = tracer.startSpan(`${method} ${route}`, { kind: SpanKind.SERVER, attributes }, parent)
      spans.set(request, span)
      active.enterWith(trace.setSpan(parent, span))
    },
    ended(request, { status }) {
      const span = spans.get(request)
      if (!span) return
      span.setAttribute('http.response.status_code', status)
      if (status >= 500) span.setStatus({ code: SpanStatusCode.ERROR })
      span.end()
    },
    async stop() {
      for (const stop of stops) stop()
      // The receiver may be unavailable, and the process is about to end.
      await Promise.race([provider.shutdown().catch(() => {}), delay(STOP_MS, undefined, { ref: false })])
    },
  }
}
