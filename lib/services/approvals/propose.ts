import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import { isToken } from '#lib/auth/api-token.ts'
import { ACTIONS, type Action } from '#lib/hap/actions/action.ts'
import { mayBeDangerous } from '#lib/hap/actions/action-table.ts'
import { preconditionsOf } from '#lib/hap/actions/diff.ts'
import { alreadyProposedMessage } from '#lib/hap/actions/job.ts'
import { isRecord } from '#lib/hap/document.ts'
import { accountKey, type Binding, bindingKey } from '#lib/hap/pools/binding.ts'
import { actionRefusal, PlainInput } from '#lib/services/actions/action-order.ts'
import { audited, failedOutcome, recorded } from '#lib/services/audit/audited.ts'
import { JobBody, parseJob } from '#lib/services/jobs/job-input.ts'
import { parseInput } from '#lib/services/reason-input.ts'
import { RefusedError } from '#lib/services/refused-error.ts'
import type { JsonValue } from '#lib/store/audit/entry.ts'
import type { Db } from '#lib/store/database/client.ts'
import { lockKeys } from '#lib/store/transaction.ts'
import { APPROVAL_COLUMNS, type ApprovalView, approvalView, LIFETIME_MS } from './approval.ts'
import { type ApprovalCall, type ApprovalContext, approvalDraft, approvalTargets } from './approval-context.ts'

/** Limits of waiting proposals, in all and for one user. */
const MAX_WAITING = 200
const MAX_ONE = 50

/** A proposal: an action on one binding with the input of the action, or a bulk job. */
export const ProposalBody = z.union([
  z.strictObject({ action: z.enum(ACTIONS), order: z.record(z.string(), z.unknown()) }),
  z.strictObject({ job: JobBody }),
])

const Reasoned = z.object({ reason: PlainInput.shape.reason, ticket: PlainInput.shape.ticket })

/** What will be done to which bindings, and why it is dangerous. */
interface Proposal {
  readonly action: Action
  readonly bulk: boolean
  readonly order: JsonValue & object
  readonly targets: readonly string[]
  /** uid and account of the targets when they were previewed, by key. */
  readonly identities: Record<string, { readonly uid: string; readonly account: string }>
  readonly danger: string
  readonly consequence: string
  readonly reason: string
  readonly ticket: string | null
}

/**
 * Stores a dangerous action for a second person to approve, and does nothing else. `input` is a
 * ProposalBody. Throws RefusedError (also for a token, and if nothing is dangerous), AuditError and
 * other StoreErrors.
 */
export async function propose(context: ApprovalContext, call: ApprovalCall, input: unknown): Promise<ApprovalView> {
  const { user } = call
  const draft = approvalDraft(call, 'propose', null)
  const proposal = await recorded(context, draft, async () => {
    requireProposer(call, input)
    const body = parseInput(ProposalBody, input)
    return 'job' in body ? jobProposal(context, body.job) : actionProposal(context, call, body)
  })
  const { reason, ticket, action, targets, danger } = proposal
  const id = randomUUID()
  const at = context.now()
  const expiresAt = new Date(at + LIFETIME_MS)
  const after = { action, bindings: targets.length, danger, expiresAt: expiresAt.toISOString() }
  return audited(
    context.audit,
    { ...draft, targets: approvalTargets(id, targets), reason, ticket, after },
    async auditSeq => {
      const row = await context.store.transaction(
        async tx => {
          await lockKeys(tx, ['approvals'])
          await makeRoom(tx, proposal, { proposerId: user.id, at })
          return tx.approval.create({
            data: {
              ...proposal,
              targets: [...targets],
              id,
              status: 'waiting',
              proposerId: user.id,
              proposer: user.name,
              proposerRole: user.role,
              proposerIssuer: user.issuer ?? null,
              createdAt: new Date(at),
              expiresAt,
              auditSeq,
            },
            select: APPROVAL_COLUMNS,
          })
        },
        { isolation: 'read-committed' },
      )
      return { outcome: 'accepted', detail: null, result: approvalView(row, user.id, at) }
    },
    failedOutcome,
  )
}

/**
 * Refuses every proposal where no second person is required. Throws RefusedError, recorded, or a
 * StoreError.
 */
export function proposeNothing(
  context: Pick<ApprovalContext, 'audit'>,
  call: ApprovalCall,
  input: unknown,
): Promise<never> {
  return recorded(context, approvalDraft(call, 'propose', null), () => {
    requireProposer(call, input)
    throw new RefusedError(409, 'This console requires no approval (HAP_TWO_PERSON). Perform the action directly.')
  })
}

/** A user without the role learns only that, and no problems of the input. */
function requireProposer({ user }: ApprovalCall, input: unknown): void {
  const body = isRecord(input) ? input : {}
  if (isToken(user)) throw new RefusedError(403, 'A token cannot propose an action for approval. Sign in to do so.')
  const obstacle = actionRefusal(user, isRecord(body.job) ? body.job.action : body.action)
  if (obstacle !== null) throw new RefusedError(403, obstacle)
}

function jobProposal(context: ApprovalContext, input: unknown): Proposal {
  const { retryOf, ...order } = parseJob(input)
  if (retryOf !== null)
    throw new RefusedError(409, 'A dangerous job cannot be retried. Select its bindings, and propose a new job.')
  const { action, targets, reason, ticket, until } = order
  const danger = mayBeDangerous(action, until) ? context.dangerOf(order) : null
  if (danger === null) throw new RefusedError(409, NOT_DANGEROUS)
  return {
    action,
    bulk: true,
    order: {
      action,
      reason,
      ticket,
      ...(until !== null && { until }),
      targets: targets.map(target => ({ ...target })),
    },
    targets: targets.map(({ kind, name }) => bindingKey({ kind, namespace: context.namespace, name })),
    identities: identitiesOf(
      targets.flatMap(({ kind, name, seenVersion }) => {
        const now = context.bindingOf(bindingKey({ kind, namespace: context.namespace, name }))
        return now?.resourceVersion === seenVersion ? [now] : []
      }),
    ),
    danger,
    consequence: '',
    reason,
    ticket,
  }
}

/** Previews the action with a dry run and pins the proposal to the previewed version. */
async function actionProposal(
  { actions }: ApprovalContext,
  { user }: ApprovalCall,
  { action, order }: { readonly action: Action; readonly order: Readonly<Record<string, unknown>> },
): Promise<Proposal> {
  const { reason, ticket = null } = parseInput(Reasoned, order)
  const preview = await actions.preview(action, user, order)
  if (preview.status === 'invalid') throw new RefusedError(400, preview.problems.join('; '))
  if (preview.status !== 'planned') throw new RefusedError(409, 'reason' in preview ? preview.reason : NOT_DANGEROUS)
  if (preview.objection !== null) throw new RefusedError(409, preview.objection)
  const { now, plan, others } = preview
  const danger = plan.danger ?? others.find(other => other.plan.danger !== null)?.plan.danger ?? null
  if (danger === null) throw new RefusedError(409, NOT_DANGEROUS)
  return {
    action,
    bulk: false,
    // It was parsed from JSON, and the preview accepted it.
    order: { ...order, ...preconditionsOf(now) } as JsonValue & object,
    targets: [bindingKey(now), ...others.map(({ binding }) => bindingKey(binding))],
    identities: identitiesOf([now, ...others.map(({ binding }) => binding)]),
    danger,
    consequence: plan.consequence.join(' '),
    reason,
    ticket,
  }
}

function identitiesOf(bindings: readonly Binding[]): Proposal['identities'] {
  return Object.fromEntries(
    bindings.map(binding => [bindingKey(binding), { uid: binding.uid, account: accountKey(binding.account) }]),
  )
}

const NOT_DANGEROUS = 'This action is not dangerous at the moment and requires no approval. Perform it directly.'

async function makeRoom(
  tx: Db,
  { action, bulk, targets }: Proposal,
  { proposerId, at }: { readonly proposerId: string; readonly at: number },
): Promise<void> {
  const waits = { status: 'waiting', expiresAt: { gt: new Date(at) } }
  if ((await tx.approval.count({ where: waits })) >= MAX_WAITING)
    throw new RefusedError(409, `${MAX_WAITING} proposals are already waiting. Decide on some of them first.`)
  if ((await tx.approval.count({ where: { ...waits, proposerId } })) >= MAX_ONE)
    throw new RefusedError(409, `${MAX_ONE} of your proposals are already waiting. Withdraw some of them first.`)
  if (bulk) return
  const same = await tx.approval.findFirst({
    where: { ...waits, action, bulk, targets: { has: targets[0] ?? '' } },
    select: { proposer: true },
  })
  if (same !== null) throw new RefusedError(409, alreadyProposedMessage(same.proposer))
}
