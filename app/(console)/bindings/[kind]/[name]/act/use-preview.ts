import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useSettled } from '#components/ui/use-settled.ts'
import type { Action } from '#lib/hap/actions/action.ts'
import type { BindingDetail } from '#lib/queries/bindings/binding-detail.ts'
import { previewAction } from '../actions.ts'
import { type ActionForm, plannedOrder } from './action-form.ts'
import type { PreviewView } from './preview-view.ts'

/** Each look costs one of the few writes that Gardener takes in a second. */
const SETTLE_MS = 400

type Preview = PreviewView | { readonly status: 'no-answer'; readonly reason: string }

/** What an action would do, asked anew when the binding changes or something else is chosen. `checking`: it is not certain yet. */
export function usePreview(action: Action, detail: BindingDetail, form: ActionForm) {
  const { namespace, resourceVersion, row } = detail
  const binding = { kind: row.kind, namespace, name: row.name }
  const wanted = JSON.stringify(plannedOrder(action, form))
  const settled = useSettled(wanted, SETTLE_MS)
  const { data, isFetching, refetch } = useQuery<Preview>({
    queryKey: ['action-preview', action, binding, settled, resourceVersion],
    queryFn: () =>
      previewAction(action, { binding, ...JSON.parse(settled) }).catch(() => ({
        status: 'no-answer' as const,
        reason: 'The console does not answer. What you typed is kept.',
      })),
    placeholderData: keepPreviousData,
    staleTime: 0,
    gcTime: 0,
  })
  return { preview: data ?? null, checking: isFetching || settled !== wanted, checkAgain: () => void refetch() }
}
