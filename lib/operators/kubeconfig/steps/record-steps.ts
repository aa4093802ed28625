import type { Run } from '#lib/operators/kubeconfig/run.ts'
import {
  type IssueRecord,
  newRecord,
  type Revocation,
  type RevocationCause,
  type RevocationProof,
} from '#lib/operators/kubeconfig/state/issue-record.ts'
import type { Observed } from '#lib/operators/kubeconfig/state/observed.ts'
import { wayOf } from '#lib/operators/kubeconfig/state/way.ts'
import { writeRecord } from './write-record.ts'

type Change = (record: IssueRecord) => Partial<IssueRecord>

/** Writes what changes in the record, under the Secret's version as we saw it. Throws GardenError. */
async function note(run: Run, observed: Observed, change: Change, config?: null): Promise<Observed> {
  const record = observed.secret.record ?? newRecord(run.identity.uid)
  return { ...observed, secret: await writeRecord(run, observed.secret, { ...record, ...change(record) }, config) }
}

/**
 * From here on nobody can publish: whoever is about to saw another version of the Secret, or none. Of an issue whose record was
 * deleted the status tells, until this record does.
 */
export function fence(run: Run, observed: Observed, because?: RevocationCause): Promise<Observed> {
  const since = run.context.clock.now()
  const cause = because === undefined ? {} : { because }
  const { expiresAt } = observed.request.told
  const lost = expiresAt === null ? [] : [{ issue: 0, at: expiresAt, expiresAt }]
  return note(run, observed, ({ issued, retiring }) => ({
    revocation: { since, ...cause, removedAt: null, done: null },
    ...(issued === null && { retiring: [...retiring, ...lost] }),
  }))
}

/** As good as the fence whose record was deleted: nobody publishes, and what was proved stays so. */
export function remember(run: Run, observed: Observed, revocation: Revocation): Promise<Observed> {
  return note(run, observed, () => ({ revocation }), null)
}

export function noteIssue(run: Run, observed: Observed, issue: number): Promise<Observed> {
  return note(run, observed, () => ({ issue }))
}

export function noteApplied(run: Run, observed: Observed): Promise<Observed> {
  const now = run.context.clock.now()
  const { inside, wanted } = observed
  return note(run, observed, ({ retiring }) => ({
    applied: wanted.digest,
    lookedAt: now,
    way: wayOf(observed.target),
    retiring: retiring.flatMap(each => {
      const { issue, at, expiresAt = at, cluster = inside?.cluster } = each
      // Of another cluster: out of reach, so nothing but its expiry ends it.
      if (cluster !== inside?.cluster) return expiresAt > now ? [{ ...each, at: expiresAt }] : []
      // Its time may have come since the look: it is there still.
      return inside?.anchors.some(anchor => anchor.issue === issue) ? [each] : []
    }),
  }))
}

export function noteRotation(run: Run, observed: Observed): Promise<Observed> {
  return note(run, observed, ({ issue }) => ({ rotateAfter: issue }))
}

export function noteRemoved(run: Run, observed: Observed): Promise<Observed> {
  const removedAt = run.context.clock.now()
  return note(run, observed, ({ revocation }) => ({
    revocation: { since: removedAt, ...revocation, removedAt, done: null },
  }))
}

/** Remembers the proof, and forgets the token that is not needed for it any more. */
export function noteRevoked(run: Run, observed: Observed, proof: RevocationProof): Promise<Observed> {
  const at = run.context.clock.now()
  const change: Change = ({ revocation }) => ({
    revocation: { since: at, removedAt: null, ...revocation, done: { at, proof } },
    retiring: [],
  })
  return note(run, observed, change, null)
}
