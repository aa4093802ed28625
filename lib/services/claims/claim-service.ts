import { createHash, randomUUID } from 'node:crypto'
import { NEEDED_ROLES } from '#lib/auth/needed-roles.ts'
import { mayActAs, parseRole } from '#lib/auth/roles.ts'
import type { Inventory } from '#lib/garden/inventory/inventory.ts'
import { parsePoolKey } from '#lib/hap/pools/pool.ts'
import type { AccountRequest } from '#lib/hap/request.ts'
import type { Actor } from '#lib/store/audit/entry.ts'
import { type ClaimRecord, type ClaimStatus, isGivenBack, type WaitTerms } from '#lib/store/claims/claim-record.ts'
import type { ClaimFilter, Ledger } from '#lib/store/claims/ledger.ts'
import { Mutex } from '#lib/util/concurrency.ts'
import { AccountBackoff } from './account-backoff.ts'
import { type ClaimAudit, type ClaimCaller, gaveWayMessage } from './claim-audit.ts'
import { type ClaimClock, type ClaimContext, type ClaimRules, type CrashPoint, WORK_MS } from './claim-context.ts'
import { ClaimError, RETRY_AFTER, takenMessage, unknownClaim } from './claim-errors.ts'
import type { ClaimGarden } from './claim-garden.ts'
import { clusterRefusal, namesOf, namesOfCluster, renamingRefusal, shootsOfClaim } from './claim-shoots.ts'
import { Deadline, OutOfTimeError } from './deadline.ts'
import { Gate } from './gate.ts'
import { type OutcomePreview, previewOutcome } from './preview-outcome.ts'
import { RecentBindings } from './recent-bindings.ts'
import { type CancelOrder, cancelClaim, releaseClaim } from './release-claim.ts'
import { RulesArchive } from './rules-archive.ts'
import { serve } from './serve.ts'
import { activateClaims, finishReleases, processQueue, recoverInterrupted } from './sweep.ts'
import { waitReason } from './wait-reason.ts'

export interface ClaimServiceOptions {
  readonly ledger: Ledger
  readonly garden: ClaimGarden
  readonly inventory: Inventory
  rules(): ClaimRules
  readonly audit: ClaimAudit
  readonly clock: ClaimClock
  /** Whether dangerous actions take two persons; default: one is enough. */
  readonly twoPersons?: boolean
  /** Name of this process in leases, unique for each start. */
  readonly holder: string
  /** Aborted once the process is ending: requests that follow a claim are answered. */
  readonly ending?: AbortSignal
  /** Receives errors of background work. */
  failed(error: unknown): void
  /** Why releases pause, as sentences; null, or without it, when they do not. */
  pause?(): string | null
  reached?(point: CrashPoint): Promise<void>
}

interface NewClaim extends ClaimCaller {
  readonly request: AccountRequest
  /** Name or runtime id of the cluster it is for; null when that is not known yet. */
  readonly cluster: string | null
  /** Default: it waits without an end. */
  readonly terms?: WaitTerms
}

/** A claim and, while it waits, its place in the queue. */
export interface ClaimAnswer {
  readonly claim: ClaimRecord
  /** From 1; null when it does not wait. */
  readonly position: number | null
}

/**
 * Accounts for requests: each claim gets its binding exactly once, through crashes and timeouts.
 */
export interface ClaimService {
  /** Throws ClaimError: 409 for a key used with another request, 503 when it could not be settled in time. */
  claim(asked: NewClaim, key: string): Promise<ClaimAnswer>
  get(id: string): Promise<ClaimAnswer>
  /**
   * Returns an unfinished claim once its status changes, at the latest after `ms`, or when the signal aborts or
   * the process ends; a finished one at once. Polls the database, so it notices changes by other replicas.
   */
  follow(id: string, ms: number, signal: AbortSignal): Promise<ClaimAnswer>
  list(filter: ClaimFilter): ReturnType<Ledger['list']>
  setCluster(id: string, cluster: string, caller: ClaimCaller): Promise<ClaimAnswer>
  release(id: string, caller: ClaimCaller): Promise<ClaimAnswer>
  /** Ends a claim in the queue. Throws ClaimError 409 for a claim that does not wait. */
  cancel(id: string, caller: ClaimCaller, order: CancelOrder): Promise<ClaimAnswer>
  /**
   * Previews a claim of this request; writes nothing. Throws ClaimError 503, and errors of the
   * database and Gardener.
   */
  preview(request: AccountRequest): Promise<OutcomePreview>
  /** Runs all background work once: interrupted claims, releases, new clusters, queues. */
  sweep(): Promise<void>
  processQueue(poolKey: string | null): Promise<void>
}

export function createClaimService(options: ClaimServiceOptions): ClaimService {
  const { ledger, inventory, clock } = options
  const context: ClaimContext = {
    twoPersons: false,
    pause: () => null,
    ...options,
    recent: new RecentBindings(inventory),
    archive: new RulesArchive(ledger),
    backoff: new AccountBackoff(),
    mutex: new Mutex(),
    reached: options.reached ?? (() => Promise.resolve()),
  }
  const answer = async (claim: ClaimRecord): Promise<ClaimAnswer> => {
    if (claim.status !== 'waiting') return { claim, position: null }
    const position = await ledger.position(claim)
    const pool = claim.poolKey === null ? null : parsePoolKey(claim.poolKey)
    const { plans } = options.rules().selection
    const message =
      claim.message === null ? null : waitReason(claim.message, position, pool, inventory, plans, clock.now())
    return { claim: { ...claim, message }, position }
  }
  const readClaim = async (id: string): Promise<ClaimRecord> => {
    const claim = await ledger.get(id)
    if (!claim) throw unknownClaim(id)
    return claim
  }
  const getClaim = async (id: string): Promise<ClaimAnswer> => answer(await readClaim(id))
  const gate = new Gate(clock)
  const refuse = async (asked: NewClaim, why: string): Promise<never> => {
    await context.audit.refused(asked, asked, why)
    throw new ClaimError(409, why)
  }
  const serveNew = async (asked: NewClaim, key: string): Promise<ClaimAnswer> => {
    const { request, cluster, actor, requestId, terms = WAITS } = asked
    const deadline = new Deadline(clock, WORK_MS)
    const requestHash = hashOf(request, cluster, terms)
    const names = namesOfCluster(inventory, cluster)
    const arrival = { id: randomUUID(), key, requestHash, request, cluster, names, actor: actor.name, requestId, terms }
    const arrived = await ledger.recordArrival(arrival, context.holder)
    if (arrived === null) return refuse(asked, takenMessage(cluster))
    const { claim, isNew } = arrived
    await context.reached('after-arrival')
    if (claim.requestHash !== requestHash) return refuse(asked, KEY_USED)
    return answer(await serve(context, claim, { isMine: isNew, caller: { actor, requestId } }, deadline))
  }
  const quietly = (work: () => Promise<void>) => work().catch((error: unknown) => options.failed(error))

  return {
    async claim(asked, key) {
      authorise(asked.actor)
      return gate
        .run(asked.request.globalAccount, () => serveNew(asked, key))
        .catch((error: unknown) => {
          if (!(error instanceof OutOfTimeError)) throw error
          throw new ClaimError(503, 'Too many claims are waiting. Retry with the same Idempotency-Key.', RETRY_AFTER)
        })
    },
    get: getClaim,
    async follow(id, ms, signal) {
      const end = clock.now() + ms
      const isOver = () => signal.aborted || options.ending?.aborted === true
      const first = await readClaim(id)
      let claim = first
      while (FOLLOWED.has(claim.status) && claim.status === first.status && clock.now() < end && !isOver()) {
        await clock.sleep(Math.min(FOLLOW_MS, end - clock.now()))
        claim = await readClaim(id)
      }
      return answer(claim)
    },
    list: filter => ledger.list(filter),
    async setCluster(id, cluster, caller) {
      authorise(caller.actor)
      const { claim } = await getClaim(id)
      await setClaimCluster(context, claim, cluster, caller)
      return getClaim(id)
    },
    async release(id, caller) {
      authorise(caller.actor)
      return answer(await releaseClaim(context, id, caller, new Deadline(clock, WORK_MS)))
    },
    async cancel(id, caller, order) {
      authorise(caller.actor)
      return answer(await cancelClaim(context, id, caller, order))
    },
    async preview(request) {
      const work = previewOutcome(context, request, new Deadline(clock, PREVIEW_MS))
      // A hanging database must not block the page.
      const late = clock.sleep(PREVIEW_MS).then(() => Promise.reject(new OutOfTimeError('It takes too long.')))
      for (const each of [work, late]) each.catch(() => undefined)
      return Promise.race([work, late]).catch((error: unknown) => {
        if (!(error instanceof OutOfTimeError)) throw error
        throw new ClaimError(503, 'The claims of this pool could not be read in time. Try again.', RETRY_AFTER)
      })
    },
    async sweep() {
      await quietly(() => recoverInterrupted(context))
      await quietly(() => finishReleases(context))
      await quietly(() => activateClaims(context))
      await quietly(() => processQueue(context, null))
    },
    processQueue: pool => quietly(() => processQueue(context, pool)),
  }
}

const KEY_USED = 'This Idempotency-Key was used with another request. Use a new key for a new claim.'

const WAITS: WaitTerms = { onExhausted: 'wait', deadline: null }

/** Statuses in which a client that follows the claim waits for the next one. */
const FOLLOWED: ReadonlySet<ClaimStatus> = new Set(['pending', 'waiting', 'intent', 'releasing'])

/** Interval between reads of a claim that a client follows. */
const FOLLOW_MS = 1_000

/** A user waits at a page. */
const PREVIEW_MS = 3_000

/** Callers authorise first; this is the last check. */
function authorise({ role }: Actor): void {
  const known = parseRole(role)
  if (known === null || !mayActAs(known, NEEDED_ROLES.claim))
    throw new ClaimError(403, `Requires the ${NEEDED_ROLES.claim} role.`)
}

/** The same request has the same hash, whatever the order of its fields. */
function hashOf(
  { plan, provider, platformRegion, hyperscalerRegion, globalAccount, target }: AccountRequest,
  cluster: string | null,
  { onExhausted, deadline }: WaitTerms,
): string {
  const fields = [
    plan,
    provider,
    platformRegion,
    hyperscalerRegion,
    globalAccount,
    ...(cluster === null ? [] : [cluster]),
    ...(target ? [target.euAccess, target.shared] : []),
    // A claim of a release without these fields keeps its hash.
    ...(onExhausted === 'fail' || deadline !== null ? [{ onExhausted, deadline }] : []),
  ]
  return createHash('sha256').update(JSON.stringify(fields)).digest('hex')
}

/**
 * Sets the cluster of a claim by name or runtime id. Throws ClaimError 409 if the claim is over, or
 * the cluster belongs to another claim.
 */
async function setClaimCluster(
  { ledger, audit, inventory }: ClaimContext,
  claim: ClaimRecord,
  cluster: string,
  caller: ClaimCaller,
): Promise<void> {
  const auditSeq = await audit.recordIntent('set-cluster', claim, caller, { cluster })
  const refuse = (why: string | ClaimError): never => {
    const error = typeof why === 'string' ? new ClaimError(409, why) : why
    audit.recordOutcome({ ...claim, auditSeq }, caller.actor, 'refused', error.message)
    throw error
  }
  const stays = isGivenBack(claim) ? null : renamingRefusal(inventory, claim, cluster)
  const why = stays ?? clusterRefusal(inventory, claim, cluster)
  if (why !== null) return refuse(why)
  const names = [cluster, ...namesOf(shootsOfClaim(inventory, { ...claim, cluster }))]
  const named = await ledger.setCluster(claim.id, cluster, names, auditSeq)
  if (named === 'missing') return refuse(unknownClaim(claim.id))
  if (named === 'over') return refuse('The claim is over.')
  if (named === 'cluster-taken') return refuse(takenMessage(cluster))
  audit.recordOutcome({ ...claim, cluster, auditSeq }, caller.actor, 'accepted', gaveWayMessage(named.gaveWay))
}
