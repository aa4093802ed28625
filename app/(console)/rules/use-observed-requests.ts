import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import { seenRequestsQuery } from '#app/data/rules-queries.ts'
import { useTabDraft } from '#components/ui/use-tab-draft.ts'
import type { SeenRequests } from '#lib/queries/rules/seen-requests.ts'
import { seeRequests } from './impact/actions.ts'
import { answered } from './impact/use-impact.ts'
import { IMPORTED_PLANS, type KeptImport } from './tab-drafts.ts'
import { useDraft } from './use-draft.ts'

/** How clusters were requested, to hold the draft against; with the plans this person imported, as the impact has them. */
export function useSeen(): Pick<UseQueryResult<SeenRequests>, 'data' | 'error' | 'refetch'> {
  const { imported } = useImport()
  const shared = useQuery({ ...seenRequestsQuery(), enabled: imported === null })
  const own = useQuery({
    queryKey: [...seenRequestsQuery().queryKey, imported?.id],
    queryFn: async () => (await answered(seeRequests({ imported: imported?.text ?? '' }))).seen,
    enabled: imported !== null,
    placeholderData: () => shared.data,
    gcTime: 60_000,
  })
  return imported === null ? shared : own
}

interface ImportState {
  /** Null for none. */
  readonly imported: KeptImport | null
  /** Takes the place of what was imported before; null takes it away. */
  readonly keep: (plans: KeptImport | null) => void
}

/** The plans this person imported in this tab. */
export function useImport(): ImportState {
  const { person } = useDraft()
  const [imported, keep] = useTabDraft(IMPORTED_PLANS, person.name)
  return { imported, keep }
}
