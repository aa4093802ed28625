import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { callFailure } from '#app/data/call-failure.ts'
import { useSettled } from '#components/ui/use-settled.ts'
import type { ActionOffer } from '#lib/queries/bindings/binding-actions.ts'
import type { BindingDetail } from '#lib/queries/bindings/binding-detail.ts'
import type { PreviewView } from '#lib/services/actions/action-view.ts'
import { previewAction } from '../actions.ts'
import { type ActionForm, plannedOrder } from './action-form.ts'
import { unsaid } from './unsaid.ts'

/** Each look costs one of the few writes that Gardener takes in a second. */
const SETTLE_MS = 400

/** `unsaid`: what is chosen so far is not enough to ask. */
export type Preview = PreviewView | { readonly status: 'no-answer' | 'unsaid'; readonly reason: string }

/** What an action would do, asked anew when the binding changes or something else is chosen. `checking`: it is not certain yet. */
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
    // Who signed in again in another tab comes back to this one.
    refetchOnWindowFocus: ({ state: { data } }) => data?.status === 'planned' && Boolean(data.signIn),
    placeholderData: keepPreviousData,
    staleTime: 0,
    gcTime: 0,
  })
  // What was seen last, as long as there is nothing to look at.
  const before = missing !== null && data?.status === 'planned' ? data : null
  const preview: Preview | null = missing === null ? (data ?? null) : { status: 'unsaid', reason: missing }
  const checking = missing === null && (isFetching || settled !== wanted)
  return { preview, before, checking, checkAgain: () => void refetch() }
}
