import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import { seenRequestsQuery } from '#app/data/rules-queries.ts'
import { useTabDraft } from '#components/ui/use-tab-draft.ts'
import type { SeenRequests } from '#lib/queries/rules/seen-requests.ts'
import { loadRequests } from './impact/actions.ts'
import { unwrapAnswer } from './impact/use-impact.ts'
import { IMPORTED_PLANS, type ImportedPlans } from './tab-drafts.ts'
import { useDraft } from './use-draft.tsx'

/** Loads observed requests, evaluated with the plans this person imported, as the impact does. */
export function useSeenRequests(): Pick<UseQueryResult<SeenRequests>, 'data' | 'error' | 'refetch'> {
  const { imported } = useImportedPlans()
  const shared = useQuery({ ...seenRequestsQuery(), enabled: imported === null })
  const own = useQuery({
    queryKey: [...seenRequestsQuery().queryKey, imported?.id],
    queryFn: async () => (await unwrapAnswer(loadRequests({ imported: imported?.text ?? '' }))).seen,
    enabled: imported !== null,
    placeholderData: () => shared.data,
    gcTime: 60_000,
  })
  return imported === null ? shared : own
}

interface ImportedPlansState {
  /** Null without an import. */
  readonly imported: ImportedPlans | null
  /** Replaces the imported plans; null removes them. */
  readonly setImported: (plans: ImportedPlans | null) => void
}

/** Returns the plans this person imported in this tab. */
export function useImportedPlans(): ImportedPlansState {
  const { person } = useDraft()
  const [imported, setImported] = useTabDraft(IMPORTED_PLANS, person.name)
  return { imported, setImported }
}
