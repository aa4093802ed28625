import type { IssueRecord } from './issue-record.ts'
import type { Observed } from './observed.ts'

/** What is known of the tokens of a request. */
export interface KnownTokens {
  readonly request: Pick<Observed['request'], 'lastExpiry'>
  readonly secret: Pick<Observed['secret'], 'record'>
}

/**
 * When the last token that may still work expires, whatever becomes of the cluster; null when none was issued. A later one may
 * expire before an earlier one, where the expiration was shortened.
 */
export function lastExpiry(known: KnownTokens): number | null {
  const { record } = known.secret
  const newest = record?.issued ? [record.issued.expiresAt] : []
  return latest([...newest, ...earlier(record), ...forgotten(known)])
}

/** The same of all tokens but the newest. */
export function earlierExpiry({ secret: { record } }: Pick<KnownTokens, 'secret'>): number | null {
  return latest(earlier(record))
}

/**
 * The same of the tokens for clusters that were brought: the end of a shoot takes its own with it, but not these. `open`: uid of
 * the cluster we are in, whose tokens are within reach and do not count; null = we are in none.
 */
export function expiryOutside(known: KnownTokens, open: string | null): number | null {
  const { issued = null, retiring = [] } = known.secret.record ?? {}
  const place = issued?.by === 'secret' ? issued.cluster : undefined
  const tokens = [
    { cluster: place, expiresAt: issued?.expiresAt ?? 0 },
    ...retiring.map(({ at, expiresAt = at, cluster = place }) => ({ cluster, expiresAt })),
  ]
  const outside = tokens.filter(({ cluster }) => cluster !== undefined && cluster !== open)
  return latest([...outside.map(({ expiresAt }) => expiresAt), ...(open === null ? forgotten(known) : [])])
}

function earlier(record: IssueRecord | null): readonly number[] {
  return record?.retiring.map(({ at, expiresAt = at }) => expiresAt) ?? []
}

/** Somebody deleted the record: what the status says is all that is left of it. */
function forgotten({ request, secret: { record } }: KnownTokens): readonly number[] {
  return record?.issued || request.lastExpiry === null ? [] : [request.lastExpiry]
}

function latest(times: readonly number[]): number | null {
  return times.length === 0 ? null : Math.max(...times)
}
