import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { OperatorList } from '#app/data/operator-queries.ts'
import { postJson } from '#app/data/post-json.ts'
import { useSettled } from '#components/ui/use-settled.ts'
import type { RequestPreview } from '#lib/services/kubeconfigs/plan-request.ts'
import type { CreationPreview } from '#lib/services/resources/create-resource.ts'

/** Each look asks the control plane. */
const SETTLE_MS = 400

/** What the server says of an object as it is typed; `checking`: it is not certain yet. */
export function useCreationPreview(list: OperatorList, order: object) {
  const wanted = JSON.stringify(order)
  const settled = useSettled(wanted, SETTLE_MS)
  const { data, isFetching } = useQuery({
    queryKey: ['creation-preview', list, settled],
    queryFn: () => postJson<CreationPreview & Partial<RequestPreview>>(`/api/v1/${list}/preview`, JSON.parse(settled)),
    // Somebody who signed in again in another tab comes back to this one.
    refetchOnWindowFocus: ({ state: { data } }) => data?.ok === true && data.data.refusal !== null,
    placeholderData: keepPreviousData,
    staleTime: 0,
    gcTime: 0,
  })
  return { answer: data ?? null, checking: isFetching || settled !== wanted }
}
