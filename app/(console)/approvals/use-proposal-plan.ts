import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { callFailure } from '#app/data/call-failure.ts'
import type { ApprovalView } from '#lib/services/approvals/approval.ts'
import type { ProposalPreview } from '#lib/services/approvals/preview-approval.ts'
import { previewProposal } from './actions.ts'

/**
 * Previews the approval of a proposal and refreshes it when one of its bindings changes. Disabled
 * unless `wanted`.
 */
export function useProposalPlan({ id, targets }: Pick<ApprovalView, 'id' | 'targets'>, wanted: boolean) {
  const { data, isFetching, refetch } = useQuery<ProposalPreview>({
    queryKey: ['proposal-plan', id, targets],
    queryFn: () =>
      previewProposal(id).catch((error: unknown) => ({
        kind: 'none' as const,
        reason: callFailure(error, 'The console is not responding. Your input is kept.'),
      })),
    enabled: wanted,
    placeholderData: keepPreviousData,
    staleTime: 0,
    gcTime: 0,
  })
  return { plan: data ?? null, checking: wanted && isFetching, checkAgain: () => void refetch() }
}
