import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { waitingApprovalsQuery } from '#app/data/approval-queries.ts'
import { callFailure } from '#app/data/call-failure.ts'
import { useSettled } from '#components/ui/use-settled.ts'
import type { Action } from '#lib/hap/actions/action.ts'
import { alreadyProposedMessage } from '#lib/hap/actions/job.ts'
import { type BindingRef, bindingKey } from '#lib/hap/pools/binding.ts'
import type { ActionOffer } from '#lib/queries/bindings/binding-actions.ts'
import type { BindingDetail } from '#lib/queries/bindings/binding-detail.ts'
import { previewAction } from '../actions.ts'
import { type ActionForm, missingChoice, type Preview, plannedOrder } from './action-form.ts'

/** A preview costs one of the few writes per second that Gardener accepts. */
const SETTLE_MS = 400

/**
 * Previews an action and refreshes it when the binding or the form changes. `checking`: the preview
 * is out of date.
 */
export function usePreview(offer: ActionOffer, detail: BindingDetail, form: ActionForm) {
  const { action } = offer
  const { namespace, resourceVersion, row } = detail
  const binding = { kind: row.kind, namespace, name: row.name }
  const wanted = JSON.stringify(plannedOrder(action, form))
  const settled = useSettled(wanted, SETTLE_MS)
  const missing = missingChoice(offer, form)
  const { data, isFetching, refetch } = useQuery<Preview>({
    queryKey: ['action-preview', action, binding, settled, resourceVersion],
    queryFn: () =>
      previewAction(action, { binding, ...JSON.parse(settled) }).catch((error: unknown) => ({
        status: 'no-answer' as const,
        reason: callFailure(error, 'The console is not responding. Your input is kept.'),
      })),
    enabled: missing === null,
    // The person may have signed in again in another tab.
    refetchOnWindowFocus: ({ state: { data } }) => data?.status === 'planned' && Boolean(data.signIn),
    placeholderData: keepPreviousData,
    staleTime: 0,
    gcTime: 0,
  })
  // The last preview, shown while the form lacks a choice.
  const before = missing !== null && data?.status === 'planned' ? data : null
  const preview: Preview | null = missing === null ? (data ?? null) : { status: 'incomplete', reason: missing }
  const checking = missing === null && (isFetching || settled !== wanted)
  return { preview, before, checking, checkAgain: () => void refetch() }
}

/**
 * Why an action on one binding cannot be proposed a second time, as a sentence; null while no equal
 * proposal waits.
 */
export function useDuplicateProposal(action: Action, binding: BindingRef, twoPersons: boolean): string | null {
  const target = bindingKey(binding)
  const { data } = useQuery({ ...waitingApprovalsQuery(target), enabled: twoPersons })
  const same = data?.approvals.find(each => !each.bulk && each.action === action && each.targets.includes(target))
  return same === undefined ? null : alreadyProposedMessage(same.proposer)
}
