import type { IssueRecord } from './issue-record.ts'
import type { Observed } from './observed.ts'

/** Known tokens of a request. */
export interface KnownTokens {
  readonly request: Pick<Observed['request'], 'lastExpiry'>
  readonly secret: Pick<Observed['secret'], 'record'>
}

/**
 * Expiry of the last valid token, independent of the cluster; null without one. A later token may
 * expire before an earlier one after the lifetime was shortened.
 */
export function lastExpiry(known: KnownTokens): number | null {
  const { record } = known.secret
  const newest = record?.issued ? [record.issued.expiresAt] : []
  return latest([...newest, ...earlier(record), ...forgotten(known)])
}

/** Last expiry of all tokens except the newest. */
export function earlierExpiry({ secret: { record } }: Pick<KnownTokens, 'secret'>): number | null {
  return latest(earlier(record))
}

/**
 * Last expiry of tokens for imported clusters, which outlive the Cluster, while those of a shoot
 * end with it. `open`: uid of the open cluster, whose tokens can be removed and do not count; null
 * = none.
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

/** Without a record the status holds the last known expiry. */
function forgotten({ request, secret: { record } }: KnownTokens): readonly number[] {
  return record?.issued || request.lastExpiry === null ? [] : [request.lastExpiry]
}

function latest(times: readonly number[]): number | null {
  return times.length === 0 ? null : Math.max(...times)
}
