import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { callFailure } from '#app/data/call-failure.ts'
import { useSettled } from '#components/ui/use-settled.ts'
import type { ActionOffer } from '#lib/queries/bindings/binding-actions.ts'
import type { BindingDetail } from '#lib/queries/bindings/binding-detail.ts'
import type { PreviewView } from '#lib/services/actions/action-view.ts'
import { previewAction } from '../actions.ts'
import { type ActionForm, plannedOrder } from './action-form.ts'
import { unsaid } from './unsaid.ts'

/** A preview costs one of the few writes per second that Gardener accepts. */
const SETTLE_MS = 400

/** `unsaid`: the form lacks a choice that the preview needs. */
export type Preview = PreviewView | { readonly status: 'no-answer' | 'unsaid'; readonly reason: string }

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
  const missing = unsaid(offer, form)
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
  const preview: Preview | null = missing === null ? (data ?? null) : { status: 'unsaid', reason: missing }
  const checking = missing === null && (isFetching || settled !== wanted)
  return { preview, before, checking, checkAgain: () => void refetch() }
}
