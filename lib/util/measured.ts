import { type TracingChannel, tracingChannel } from 'node:diagnostics_channel'

/** Work whose time and end are of interest to whoever runs the console, and what is said of it beforehand. */
export interface MeasuredWork {
  /** One request to an API server, until the head of its answer. */
  readonly 'gardener-request': { readonly verb: string; readonly resource: string; readonly group: string }
  /** A transaction of the database with all its tries. */
  readonly 'database-transaction': Record<never, never>
  /** What is asked of the claim service. */
  readonly claim: { readonly verb: 'claim' | 'release' | 'name-cluster' }
}

/** What a channel tells of one piece of work; the same object at its beginning and its end. */
export type Measured<What extends keyof MeasuredWork> = {
  readonly facts: MeasuredWork[What]
  /** What it came to, once it has ended well. */
  readonly result?: unknown
  /** What it threw. */
  readonly error?: unknown
}

/** The channel of a kind of work: Node.js has one of each name in a process, whatever bundles ask for it. */
export function measuredChannel<What extends keyof MeasuredWork>(what: What): TracingChannel<unknown, Measured<What>> {
  return tracingChannel(`hap.${what}`)
}

/** Does the work, and tells metrics and traces of it. While neither is on, nobody listens, and it costs nothing. */
export function measure<What extends keyof MeasuredWork, Result>(
  what: What,
  facts: MeasuredWork[What],
  work: () => Promise<Result>,
): Promise<Result> {
  return measuredChannel(what).tracePromise(work, { facts })
}
