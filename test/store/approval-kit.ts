import { expect } from 'vitest'
import type { User } from '#lib/auth/session.ts'
import type { ActionResult } from '#lib/services/actions/action-result.ts'
import type { ActionService } from '#lib/services/actions/action-service.ts'
import type { ActionPreview } from '#lib/services/actions/preview-action.ts'
import type { ApprovalContext } from '#lib/services/approvals/approval-context.ts'
import { approve } from '#lib/services/approvals/approve.ts'
import { endProposal } from '#lib/services/approvals/end-proposal.ts'
import { listApprovals } from '#lib/services/approvals/list-approvals.ts'
import { propose } from '#lib/services/approvals/propose.ts'
import type { JobService, StartedView } from '#lib/services/jobs/job-service.ts'
import { AuditLog } from '#lib/store/audit/audit-log.ts'
import { bindingOf } from '../engine/bindings.ts'
import { DONE } from './job-kit.ts'
import { testStore } from './test-store.ts'

export const olga: User = { id: 'operator', name: 'Olga', role: 'operator' }
export const otto: User = { id: 'otto@example.com', name: 'Otto', role: 'operator' }
export const ada: User = { id: 'ada@example.com', name: 'Ada', role: 'admin' }
export const vera: User = { id: 'vera@example.com', name: 'Vera', role: 'viewer' }
export const script: User = { id: 'token:1', name: 'token ci of Ada', role: 'admin' }

export const AT = Date.parse('2026-11-24T10:00:00Z')
export const MINUTE = 60_000
export const BINDING = { kind: 'CredentialsBinding', namespace: 'garden', name: 'aws-1' } as const
export const KEY = 'CredentialsBinding/garden/aws-1'
export const ORDER = { action: 'release', order: { binding: BINDING, reason: 'the tenant left' } }
export const JOB = {
  action: 'release',
  targets: ['b-0', 'b-1'].map(name => ({ kind: 'CredentialsBinding', name, seenVersion: '7' })),
  reason: 'the tenants left',
}
export const SAID = { reason: 'looked at it' }

const ACCOUNT = { kind: 'Secret', namespace: 'garden', name: 'aws-1' } as const
export const NOW = { ...BINDING, uid: 'uid-1', account: ACCOUNT, resourceVersion: '41', annotations: {}, labels: {} }
export const plannedAs = (danger: string | null, others: readonly object[] = []) =>
  ({
    status: 'planned',
    now: NOW,
    plan: { danger, consequence: ['It is cleaned.'] },
    others,
    objection: null,
  }) as unknown as ActionPreview
export const DANGER = 'The contents of the account may be deleted.'

type Performed = Parameters<ActionService['perform']>

/** Proposals on a real database, with actions and jobs that only record their calls. */
export async function world(
  result: ActionResult | (() => Promise<ActionResult>) = DONE,
  preview: unknown = plannedAs(DANGER),
) {
  const store = await testStore()
  const audit = new AuditLog(store)
  const asked: Performed[] = []
  const started: unknown[][] = []
  const clock = { now: AT }
  const actions = {
    preview: async () => preview as ActionPreview,
    perform: async (...args: Performed) => {
      asked.push(args)
      return typeof result === 'function' ? result() : result
    },
    expectedMs: () => 0,
  } satisfies ActionService
  const jobs = {
    start: async (...args: unknown[]) => {
      started.push(args)
      return { job: { id: 'j-1' }, isNew: true } as unknown as StartedView
    },
    retry: async (...args: unknown[]) => {
      started.push(args)
      return { job: { id: 'j-2' }, isNew: true } as unknown as StartedView
    },
  } as unknown as JobService
  const context: ApprovalContext & { readonly actions: ActionService; readonly jobs: JobService } = {
    store,
    audit,
    actions,
    jobs,
    dangerOf: () => DANGER,
    roleOf: ({ role }) => role,
    namespace: 'garden',
    bindingOf: key => bindingOf(key.split('/')[2] ?? '', {}, { resourceVersion: '7', namespace: 'garden' }),
    now: () => clock.now,
  }
  const by = (user: User, signedInAt: number | null = clock.now) => ({ user, requestId: 'r-1', signedInAt })
  return {
    store,
    context,
    asked,
    started,
    clock,
    by,
    proposed: (input: unknown = ORDER, user = olga) => propose(context, by(user), input),
    approved: (id: string, user = otto) => approve(context, by(user), id, SAID),
    ended: (verb: 'refuse' | 'withdraw', id: string, user: User) =>
      endProposal(context, by(user), { verb, id, input: SAID }),
    stateOf: async (id: string) => {
      const { approvals } = await listApprovals(context, olga, { target: null, waiting: false, limit: 9 })
      return approvals.find(each => each.id === id)?.state
    },
  }
}

export const refusal = (status: number, words: string) =>
  expect.objectContaining({ name: 'RefusedError', status, message: expect.stringContaining(words) })
