import type { User } from '#lib/auth/session.ts'
import type { ListPart, PartRequest } from '#lib/search/list-part.ts'
import type { ActionService } from '#lib/services/actions/action-service.ts'
import type { JobService } from '#lib/services/jobs/job-service.ts'
import { readPart, readWholeList, type WholeList } from '#lib/store/search/searched-list.ts'
import { type ApprovalView, approvalView, findApproval } from './approval.ts'
import type { ApprovalContext } from './approval-context.ts'
import { approve } from './approve.ts'
import { endProposal } from './end-proposal.ts'
import { guardActions, guardJobs, recentSignIn, TWO_PERSONS } from './guard.ts'
import { type ApprovalList, decidedList, listApprovals } from './list-approvals.ts'
import { type ApprovalOutlook, previewApproval } from './preview-approval.ts'
import { propose, proposeNothing } from './propose.ts'

type Rest<Call> = Call extends (context: ApprovalContext, ...rest: infer Arguments) => unknown ? Arguments : never

/**
 * Dangerous actions, which need either a proposal and a second person, or a recent sign-in. All
 * methods throw RefusedError or StoreError.
 */
export interface ApprovalService {
  /**
   * Whether dangerous actions need two persons. If not, nothing is proposed, and waiting proposals
   * can still be decided.
   */
  readonly needed: boolean
  propose(...rest: Rest<typeof propose>): Promise<ApprovalView>
  preview(...rest: Rest<typeof previewApproval>): Promise<ApprovalOutlook>
  approve(...rest: Rest<typeof approve>): Promise<ApprovalView>
  end(...rest: Rest<typeof endProposal>): Promise<ApprovalView>
  list(...rest: Rest<typeof listApprovals>): Promise<ApprovalList>
  /** A window of the decided proposals that match a search. */
  decided(user: Pick<User, 'id'>, request: PartRequest): Promise<ListPart<ApprovalView>>
  /** The first `most` decided proposals that match. */
  decidedWhole(
    user: Pick<User, 'id'>,
    request: Pick<PartRequest, 'q' | 'sort'>,
    most: number,
  ): Promise<WholeList<ApprovalView>>
  get(user: Pick<User, 'id'>, id: string): Promise<ApprovalView>
  /** The guarded services, which users call instead of the unguarded ones. */
  readonly actions: ActionService
  readonly jobs: JobService
}

export function createApprovalService(
  context: ApprovalContext & { readonly actions: ActionService; readonly jobs: JobService },
  needed: boolean,
): ApprovalService {
  const refuseDanger = needed ? TWO_PERSONS : recentSignIn(context.now)
  return {
    needed,
    propose: (call, input) => (needed ? propose : proposeNothing)(context, call, input),
    preview: (...rest) => previewApproval(context, ...rest),
    approve: (...rest) => approve(context, ...rest),
    end: (...rest) => endProposal(context, ...rest),
    list: (...rest) => listApprovals(context, ...rest),
    decided: (user, request) => readPart(decidedList(context, user), request),
    decidedWhole: (user, request, most) => readWholeList(decidedList(context, user), request, most),
    async get({ id: userId }, id) {
      return approvalView(await findApproval(context, id), userId, context.now())
    },
    actions: guardActions(context.actions, context, refuseDanger),
    jobs: guardJobs(context.jobs, context, refuseDanger),
  }
}
