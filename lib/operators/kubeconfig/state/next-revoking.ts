import { nextRemoval } from './next-removal.ts'
import type { Observed } from './observed.ts'
import type { Step } from './step.ts'

/**
 * A server refuses a token at once, or accepts it for up to 10 s after its end, out of its cache (Kubernetes). Tries in between
 * tell nothing, and a thousand revocations at once would keep it busy with them.
 */
const AT_ONCE_MS = 1_000
const CACHED_MS = 10_200

/**
 * What is next for a request that is being revoked. Fence, removal, proof: each is remembered, so that a revocation once begun
 * comes to its end whatever becomes of the annotation, and no issue follows it.
 */
export function nextRevoking({ secret: { record }, target, inside }: Observed, now: number): Step {
  const revocation = record?.revocation ?? null
  if (record === null || revocation === null) return { do: 'fence' }
  if (revocation.done !== null) return { do: 'wait', until: null, because: 'revoked' }
  if (target.state === 'gone') return { do: 'note-revoked', proof: 'cluster-gone' }
  if (revocation.removedAt !== null) return nextProbe(revocation.removedAt, now)
  if (target.state === 'found') {
    if (inside === null) return { do: 'look' }
    const removal = nextRemoval(inside)
    if (removal !== null) return removal
    return record.issue === 0 ? { do: 'note-revoked', proof: 'nothing-issued' } : { do: 'note-removed' }
  }
  const { issued } = record
  if (issued === null) return { do: 'note-revoked', proof: 'nothing-issued' }
  if (target.state === 'not-ready') return { do: 'wait', until: issued.expiresAt, because: 'not-ready' }
  // Nobody knows a way to the cluster any more, though it may be there (one that was brought): time does the rest.
  return issued.expiresAt <= now ? { do: 'note-revoked', proof: 'expired' } : { do: 'probe' }
}

function nextProbe(removedAt: number, now: number): Step {
  const cached = removedAt + CACHED_MS
  return now > removedAt + AT_ONCE_MS && now < cached
    ? { do: 'wait', until: cached, because: 'revoking' }
    : { do: 'probe' }
}
