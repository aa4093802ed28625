import { type TracingChannel, tracingChannel } from 'node:diagnostics_channel'

/** Kinds of work that metrics and traces observe, with the facts known at the beginning. */
export interface MeasuredWork {
  /** A request to an API server, until the headers of its response. */
  readonly 'gardener-request': { readonly verb: string; readonly resource: string; readonly group: string }
  /** A database transaction with its retries. */
  readonly 'database-transaction': Record<never, never>
  /** A write of the claim service. */
  readonly claim: { readonly verb: 'claim' | 'release' | 'cancel' | 'name-cluster' }
}

/** The message of a channel about one piece of work; the same object at beginning and end. */
export type Measured<What extends keyof MeasuredWork> = {
  readonly facts: MeasuredWork[What]
  /** The result of successful work. */
  readonly result?: unknown
  /** The error of failed work. */
  readonly error?: unknown
}

/** The channel of a kind of work, which all bundles of the process share. */
export function measuredChannel<What extends keyof MeasuredWork>(what: What): TracingChannel<unknown, Measured<What>> {
  return tracingChannel(`hap.${what}`)
}

/** Runs the work and reports it to metrics and traces. Without subscribers it costs nothing. */
export function measure<What extends keyof MeasuredWork, Result>(
  what: What,
  facts: MeasuredWork[What],
  work: () => Promise<Result>,
): Promise<Result> {
  return measuredChannel(what).tracePromise(work, { facts })
}
