import { readFileSync } from 'node:fs'
import path from 'node:path'
import { z } from 'zod'
import type { Auth } from '#lib/auth/auth.ts'
import { findCookieUser } from '#lib/auth/session-cookie.ts'
import { needsRecentSignIn } from '#lib/auth/sign-in-time.ts'
import { DEVELOPMENT } from '#lib/env.ts'
import type { Inventory } from '#lib/garden/inventory/inventory.ts'
import { NEEDS_APPROVAL } from '#lib/hap/actions/action.ts'
import { recordResolver } from '#lib/runtime/record-resolver.ts'
import type { ActionContext } from '#lib/services/actions/action-context.ts'
import { actionResolver, recoverChecks } from '#lib/services/actions/recover-actions.ts'
import { APPROVAL_ENTRIES } from '#lib/services/approvals/approval-context.ts'
import { attemptDraft } from '#lib/services/audit/audited.ts'
import { providePageActions } from '#lib/services/audit/page-actions.ts'
import { type OutcomeResolver, UnknownOutcomes } from '#lib/services/audit/resolve-outcomes.ts'
import { claimResolver } from '#lib/services/claims/claim-outcomes.ts'
import type { KubeconfigContext } from '#lib/services/kubeconfigs/kubeconfig-context.ts'
import { kubeconfigResolver } from '#lib/services/kubeconfigs/resolve-requests.ts'
import { resourceResolver } from '#lib/services/resources/resolve-resources.ts'
import type { ResourceContext } from '#lib/services/resources/resource-call.ts'
import { configMapResolver } from '#lib/services/rules/resolve-config-map-writes.ts'
import type { WriteContext } from '#lib/services/rules/write-config-map.ts'
import { AuditLog } from '#lib/store/audit/audit-log.ts'
import type { IntentDraft } from '#lib/store/audit/entry.ts'
import { chainEnd } from '#lib/store/audit/verify.ts'
import { storeLedger } from '#lib/store/claims/store-ledger.ts'
import { StoreError } from '#lib/store/database/store-errors.ts'
import type { Store } from '#lib/store/store.ts'
import { log, logError } from '#lib/telemetry/log.ts'
import { currentRequestId } from '#lib/telemetry/request-scope.ts'
import { BATCH_TIMEOUT_MS, repeat } from './repeat.ts'
import type { Shutdown } from './shutdown.ts'

const END_INTERVAL_MS = 300_000

/**
 * Logs the end of the audit chain regularly, in the format of `hap audit verify --expect`: a change of the database does not reach
 * the copy of a log collector. Returns a function that stops the loop.
 */
export function logAuditEnd(
  store: Pick<Store, 'db'>,
  everyMs = END_INTERVAL_MS,
  report = (end: string) => log().info({ auditEnd: end }, 'the end of the audit log'),
): () => void {
  let reported = ''
  const logEnd = async () => {
    const { seq, hash } = await chainEnd(store.db)
    const end = `${seq}:${hash}`
    if (seq === 0n || end === reported) return
    report(end)
    reported = end
  }
  return repeat(everyMs, logEnd, 'the end of the audit log was not read')
}

const DECISIONS: ReadonlySet<string> = new Set(Object.values(APPROVAL_ENTRIES))

/**
 * Whether each refusal of a kind is recorded by itself: decisions on proposals, dangerous actions
 * that need a second person, and calls that need a recent sign-in.
 */
export function isWholeRefusal({ action }: Pick<IntentDraft, 'action'>, detail: string): boolean {
  return DECISIONS.has(action) || detail.startsWith(NEEDS_APPROVAL) || needsRecentSignIn(detail)
}

const SUMMARIES_INTERVAL_MS = 10_000

/** Opens the audit log, and records the summaries of refused calls until the shutdown. */
export function startAuditLog(store: Store, shutdown: Shutdown): AuditLog {
  const audit = new AuditLog(store, undefined, isWholeRefusal)
  shutdown.add(() => audit.summarizeRefusals(true), 'The summaries of refused calls')
  shutdown.add(repeat(SUMMARIES_INTERVAL_MS, () => audit.summarizeRefusals(), 'refused calls were not summarised'))
  return audit
}

const ENTRIES_INTERVAL_MS = 2_000

/** Entries of one read. */
const MAX_ENTRIES = 500

/** The whole content of an entry, which its hash covers. */
const ENTRY_COLUMNS = {
  seq: true,
  format: true,
  kind: true,
  at: true,
  actor: true,
  role: true,
  action: true,
  targets: true,
  reason: true,
  ticket: true,
  requestId: true,
  before: true,
  after: true,
  intentSeq: true,
  outcome: true,
  detail: true,
  prevHash: true,
  hash: true,
} as const

/** Entries repeated at the start: the previous process may have stopped before it logged them. */
const REPEATED_ENTRIES = 200n

/**
 * Logs each audit entry, so that a log collector keeps a copy outside the database. Every replica logs all entries, and each start
 * repeats the latest ones: `seq` identifies duplicates. Returns a function that stops the loop.
 */
export function logAuditEntries(
  { db }: Pick<Store, 'db'>,
  everyMs = ENTRIES_INTERVAL_MS,
  report = (audit: object) => log().info({ audit }, 'an entry of the audit log'),
): () => void {
  let last: bigint | null = null
  const logNewEntries = async () => {
    last ??= await firstSequence(db)
    let count = MAX_ENTRIES
    while (count === MAX_ENTRIES) {
      const rows = await entriesAfter(db, last)
      for (const row of rows) {
        report(toLogEntry(row))
        last = row.seq
      }
      count = rows.length
    }
  }
  return repeat(everyMs, logNewEntries, 'the entries of the audit log were not read')
}

async function firstSequence(db: Store['db']): Promise<bigint> {
  const { seq } = await chainEnd(db)
  return seq > REPEATED_ENTRIES ? seq - REPEATED_ENTRIES : 0n
}

function entriesAfter(db: Store['db'], seq: bigint) {
  return db.auditEntry.findMany({
    where: { seq: { gt: seq } },
    orderBy: { seq: 'asc' },
    take: MAX_ENTRIES,
    select: ENTRY_COLUMNS,
  })
}

/** The sequence numbers as text, because they exceed the numbers of JSON. */
function toLogEntry({ seq, intentSeq, ...entry }: { readonly seq: bigint; readonly intentSeq: bigint | null }): object {
  return { seq: String(seq), intentSeq: intentSeq === null ? null : String(intentSeq), ...entry }
}

interface OutcomeParts {
  readonly store: Store
  readonly audit: AuditLog
  readonly inventory: Inventory
  readonly acting: ActionContext
  /** Client and place of the ConfigMap of the rules. */
  readonly configMap: Pick<WriteContext, 'client' | 'place'>
  /** Null without a control plane. */
  readonly kubeconfigs: KubeconfigContext | null
  readonly resources: ResourceContext | null
}

const RECOVERY_MS = 30_000

/** The resolvers of all audit entries whose outcome can be found later. */
export function outcomeResolvers(parts: Omit<OutcomeParts, 'audit'>): readonly OutcomeResolver[] {
  const { store, inventory, acting, configMap, kubeconfigs, resources } = parts
  const { db } = store
  return [
    actionResolver(acting),
    claimResolver({
      db,
      ledger: storeLedger(store),
      bindingsOfAccount: account => inventory.bindingsOfAccount(account),
    }),
    recordResolver(db, store.now),
    configMapResolver({ ...configMap, store }, store.now),
    ...(kubeconfigs === null ? [] : [kubeconfigResolver(kubeconfigs)]),
    ...(resources === null ? [] : [resourceResolver(resources, store.now)]),
  ]
}

/** Resolves audit entries without an outcome regularly, such as those of a crashed process. Returns a function that stops the loop. */
export function startOutcomeRecovery({ audit, ...parts }: OutcomeParts): () => void {
  const { store, acting } = parts
  const { db } = store
  const unknown = new UnknownOutcomes({ db, audit }, outcomeResolvers(parts))
  const recover = async () => {
    if (store.health().state !== 'up') return
    await recoverChecks(acting, db)
    await unknown.settle()
  }
  return repeat(RECOVERY_MS, recover, 'unknown outcomes were not resolved', { timeoutMs: BATCH_TIMEOUT_MS })
}

/** Action name, in the audit log, of a call that was refused before its action began. */
const REFUSED_CALL = 'call page action'

/** Records calls of server actions that the console refuses before the action begins, if the caller is signed in. */
export function recordRefusedCalls({ audit, auth }: { readonly audit: AuditLog; readonly auth: Auth }): void {
  const names = actionNames()
  providePageActions({
    has: id => names === null || names.has(id),
    async refused({ page, actionId, cookie, why }) {
      try {
        const user = cookie === null ? null : await findCookieUser(auth, cookie)
        if (user === null) return
        const name = actionId === null ? undefined : names?.get(actionId)
        // Without the search of the page.
        const draft = attemptDraft(REFUSED_CALL, { user, requestId: currentRequestId() }, [page.split('?', 1).join()])
        await audit.refused({ ...draft, ...(name !== undefined && { after: { action: name } }) }, why)
      } catch (error) {
        if (!(error instanceof StoreError)) logError(error)
      }
    },
  })
}

const Manifest = z.object({ node: z.record(z.string(), z.object({ exportedName: z.string().default('') })) })

/** Names of the server actions of this build by id; null in development, where Next.js compiles them on demand. */
function actionNames(): ReadonlyMap<string, string> | null {
  if (DEVELOPMENT) return null
  const file = path.join(process.cwd(), '.next', 'server', 'server-reference-manifest.json')
  const { node } = Manifest.parse(JSON.parse(readFileSync(file, 'utf8')))
  return new Map(Object.entries(node).map(([id, { exportedName }]) => [id, exportedName]))
}
