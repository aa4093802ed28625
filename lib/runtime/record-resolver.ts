import { isDeepStrictEqual } from 'node:util'
import { z } from 'zod'
import { RULES_VERBS } from '#lib/hap/analysis/rule-changes.ts'
import { parseTarget } from '#lib/hap/audit/target.ts'
import { CHANGE_ALLOWLIST } from '#lib/hap/lifecycle/multi-account-change.ts'
import { APPROVAL_RESOLVERS } from '#lib/services/approvals/recover-approvals.ts'
import { ACTIVATE } from '#lib/services/claims/claim-audit.ts'
import { END_SESSION, sessionOfTarget } from '#lib/services/end-session.ts'
import { JOB_ENTRIES } from '#lib/services/jobs/job-context.ts'
import { ACCEPT_LANDSCAPE } from '#lib/services/landscape/accept-landscape.ts'
import { ADOPT } from '#lib/services/landscape/adopt.ts'
import { END_ADOPTED } from '#lib/services/landscape/retire-vanished.ts'
import { TOKEN_ENTRIES } from '#lib/services/tokens/token.ts'
import { VIEW_COLUMNS, VIEW_ENTRIES, viewFields, viewOfTarget } from '#lib/services/views/saved-view.ts'
import type { AuditRecord } from '#lib/store/audit/records.ts'
import type { Db } from '#lib/store/database/client.ts'
import { mayStillLand, type OutcomeResolver, type ResolvedOutcome } from '../services/audit/resolve-outcomes.ts'

/** Resolves a record from the database; null if it cannot. */
type Resolver = (db: Db, entry: AuditRecord) => Promise<ResolvedOutcome | null>

/** Resolves records of actions that only write to the database, except claims. */
export function recordResolver(db: Db, now: () => number): OutcomeResolver {
  return {
    actions: Object.keys(RESOLVERS),
    isOwn: () => true,
    async resolve(entry) {
      if (mayStillLand(entry, now())) return null
      return (await RESOLVERS[entry.action]?.(db, entry)) ?? null
    },
  }
}

const accepted = (detail: string): ResolvedOutcome => ({ outcome: 'accepted', detail })
const refused = (detail: string): ResolvedOutcome => ({ outcome: 'refused', detail })
const failed = (detail: string): ResolvedOutcome => ({ outcome: 'failed', detail })

const NOT_BEGUN = 'Refused before it started.'

/** Rows store the number of their intent, unless an older version of the console wrote them. */
const RESOLVERS: Readonly<Record<string, Resolver>> = {
  async [CHANGE_ALLOWLIST](db, { seq, at, wanted }) {
    if (wanted === null) return refused(NOT_BEGUN)
    const revision = await db.multiAccountRevision.findFirst({
      where: { OR: [{ auditSeq: seq }, { auditSeq: null, at: { gte: new Date(at) } }] },
      orderBy: { auditSeq: { sort: 'asc', nulls: 'last' } },
      select: { version: true, auditSeq: true },
    })
    if (revision === null) return failed('No version of the allowlist and limits was created.')
    return revision.auditSeq === null ? null : accepted(`Version ${revision.version}.`)
  },

  [RULES_VERBS.publish]: resolvePublication,
  [RULES_VERBS.rollBack]: resolvePublication,

  async [JOB_ENTRIES.start](db, entry) {
    if (entry.wanted === null) return refused(NOT_BEGUN)
    const job = await jobOf(db, entry)
    if (job === null) return failed('No job was started.')
    if (job.auditSeq === entry.seq) return accepted(`Job ${job.id}.`)
    return job.auditSeq === null ? null : failed('Another request with the same key had already started the job.')
  },

  async [JOB_ENTRIES.cancel](db, entry) {
    const job = await jobOf(db, entry)
    if (job === null) return refused('There is no such job.')
    if (job.finishedAt !== null && job.finishedAt < new Date(entry.at)) return refused('The job had already ended.')
    return job.cancelRequested ? accepted('The job shows that it was cancelled.') : failed('The job was not cancelled.')
  },

  async [JOB_ENTRIES.end](db, entry) {
    return (await jobOf(db, entry))?.finishedAt ? accepted('The job shows that it has ended.') : null
  },

  /** Clusters are registered in batches, and a later record of a claim hides an earlier one. */
  async [ADOPT](db, { seq, wanted }) {
    const { data } = Adoption.safeParse(wanted)
    if (data === undefined) return null
    const { clusters } = data
    const registered = await db.claim.count({ where: { adopted: true, auditSeq: seq } })
    const detail = `Registered clusters: ${registered} of ${clusters}.`
    return registered >= clusters ? accepted(detail) : failed(detail)
  },

  /** The last acceptance hides earlier ones. */
  async [ACCEPT_LANDSCAPE](db, { seq }) {
    const row = await db.landscapeNamespace.findFirst({
      where: { auditSeq: { gte: seq } },
      select: { auditSeq: true },
    })
    if (row === null) return failed('The landscape was not accepted.')
    return row.auditSeq === seq ? accepted('The landscape shows that it was accepted.') : null
  },

  async [END_ADOPTED](db, { seq, targets }) {
    const ids = claimsOf(targets)
    const ended = await db.claim.count({ where: { id: { in: ids }, auditSeq: seq } })
    const detail = `Ended claims: ${ended} of ${ids.length}.`
    return ended > 0 ? accepted(detail) : failed(detail)
  },

  async [ACTIVATE](db, { targets }) {
    const ids = claimsOf(targets)
    const active = await db.claim.count({ where: { id: { in: ids }, activeAt: { not: null } } })
    const detail = `Claims that became active: ${active} of ${ids.length}.`
    return active > 0 ? accepted(detail) : failed(detail)
  },

  async [TOKEN_ENTRIES.create](db, { wanted, targets }) {
    if (wanted === null) return refused(NOT_BEGUN)
    return (await tokenOf(db, targets)) === null ? failed('No token was created.') : accepted('The token was created.')
  },

  async [TOKEN_ENTRIES.revoke](db, { before, targets }) {
    if (before === null) return refused(NOT_BEGUN)
    const token = await tokenOf(db, targets)
    if (token === null) return null
    return token.revokedAt === null ? failed('The token was not revoked.') : accepted('The token is revoked.')
  },

  async [END_SESSION](db, { targets, wanted }) {
    if (wanted === null) return refused(NOT_BEGUN)
    const [id = ''] = targets.flatMap(key => sessionOfTarget(key) ?? [])
    const session = await db.signInSession.findUnique({ where: { id }, select: { endedAt: true } })
    return session?.endedAt === null ? failed('The session has not ended.') : accepted('The session has ended.')
  },

  ...APPROVAL_RESOLVERS,
  ...Object.fromEntries(Object.values(VIEW_ENTRIES).map(action => [action, resolveView])),
}

async function resolvePublication(db: Db, { seq, wanted }: AuditRecord): Promise<ResolvedOutcome> {
  if (wanted === null) return refused(NOT_BEGUN)
  const row = await db.rulesPublication.findFirst({ where: { auditSeq: seq }, select: { number: true } })
  return row === null ? failed('This attempt published no revision.') : accepted(`Revision ${row.number}.`)
}

/** A view that changed again proves nothing about an earlier change. */
async function resolveView(db: Db, { at, before, wanted, targets }: AuditRecord): Promise<ResolvedOutcome | null> {
  if (before === null && wanted === null) return refused(NOT_BEGUN)
  const [id = ''] = targets.flatMap(key => viewOfTarget(key) ?? [])
  const view = await db.savedView.findUnique({ where: { id }, select: { ...VIEW_COLUMNS, updatedAt: true } })
  if (wanted === null) return view === null ? accepted('The view was deleted.') : failed('The view still exists.')
  if (before === null) return view === null ? failed('There is no such view.') : accepted('The view exists.')
  if (view === null) return null
  if (isDeepStrictEqual(viewFields(view), wanted)) return accepted('The view has this change.')
  return view.updatedAt <= new Date(at) ? failed('The view is unchanged.') : null
}

function tokenOf(db: Db, targets: readonly string[]) {
  const [id = ''] = targets.map(parseTarget).flatMap(target => (target.kind === 'token' ? [target.id] : []))
  return db.apiToken.findUnique({ where: { id }, select: { revokedAt: true } })
}

function claimsOf(targets: readonly string[]): string[] {
  return targets.map(parseTarget).flatMap(target => (target.kind === 'claim' ? [target.id] : []))
}

const Adoption = z.object({ clusters: z.number() })

async function jobOf(db: Db, { targets }: AuditRecord) {
  for (const target of targets.map(parseTarget)) {
    if (target.kind !== 'job') continue
    const select = { id: true, auditSeq: true, cancelRequested: true, finishedAt: true } as const
    return db.job.findUnique({ where: { id: target.id }, select })
  }
  return null
}
