import type { Run } from '#lib/operators/kubeconfig/run.ts'
import { type IssueRecord, newRecord, type RevocationProof } from '#lib/operators/kubeconfig/state/issue-record.ts'
import type { Observed } from '#lib/operators/kubeconfig/state/observed.ts'
import { writeRecord } from './write-record.ts'

type Change = (record: IssueRecord) => Partial<IssueRecord>

/** Writes what changes in the record, under the Secret's version as we saw it. Throws GardenError. */
async function note(run: Run, observed: Observed, change: Change, config?: null): Promise<Observed> {
  const record = observed.secret.record ?? newRecord(run.identity.uid)
  return { ...observed, secret: await writeRecord(run, observed.secret, { ...record, ...change(record) }, config) }
}

/** From here on nobody can publish: whoever is about to saw another version of the Secret, or none. */
export function fence(run: Run, observed: Observed): Promise<Observed> {
  const since = run.context.clock.now()
  return note(run, observed, () => ({ revocation: { since, removedAt: null, done: null } }))
}

export function noteApplied(run: Run, observed: Observed): Promise<Observed> {
  const now = run.context.clock.now()
  return note(run, observed, ({ retiring }) => ({
    applied: observed.wanted.digest,
    lookedAt: now,
    retiring: retiring.filter(({ at }) => at > now),
  }))
}

export function noteRotation(run: Run, observed: Observed): Promise<Observed> {
  return note(run, observed, ({ issue }) => ({ rotateAfter: issue }))
}

export function noteRemoved(run: Run, observed: Observed): Promise<Observed> {
  const removedAt = run.context.clock.now()
  return note(run, observed, ({ revocation }) => ({
    revocation: { since: revocation?.since ?? removedAt, removedAt, done: null },
  }))
}

/** Remembers the proof, and forgets the token that is not needed for it any more. */
export function noteRevoked(run: Run, observed: Observed, proof: RevocationProof): Promise<Observed> {
  const at = run.context.clock.now()
  const change: Change = ({ revocation }) => ({
    revocation: { since: revocation?.since ?? at, removedAt: revocation?.removedAt ?? null, done: { at, proof } },
    retiring: [],
  })
  return note(run, observed, change, null)
}
