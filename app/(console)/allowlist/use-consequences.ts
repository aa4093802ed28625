import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { callFailure } from '#app/data/call-failure.ts'
import { ApiError } from '#app/data/fetch-json.ts'
import { useSettled } from '#components/ui/use-settled.ts'
import { multiAccountDocument } from '#lib/hap/lifecycle/multi-account-document.ts'
import type { AllowlistDetail } from '#lib/queries/allowlist/allowlist-detail.ts'
import type { Consequences } from '#lib/queries/allowlist/consequences.ts'
import { previewAllowlist } from './actions.ts'
import { buildSettings, draftProblem, type Editing, withNumbersOfBase } from './draft.ts'

/** Debounces the preview while the user types a number. */
const SETTLE_MS = 300

export interface ConsequencesPreview {
  /**
   * Consequences of the draft, or of the settings in force when nothing is changed. Holds the
   * previous consequences while new ones are computed.
   */
  readonly consequences: Consequences
  /** Whether `consequences` may belong to an earlier draft. */
  readonly checking: boolean
  /** Whether `consequences.known` covers every id of the draft. */
  readonly idsLookedUp: boolean
  /** Why this draft has no consequences, as a sentence; null when it has. */
  readonly problem: string | null
  /** Recomputes the consequences; null when the draft itself is invalid. */
  readonly checkAgain: (() => void) | null
}

/** The consequences of a draft for the current inventory, computed by the server. */
export function useConsequences({ state }: AllowlistDetail, { edited, changed }: Editing): ConsequencesPreview {
  // A draft with an invalid number still needs the lookup of its ids.
  const settings = changed ? (buildSettings(edited.draft) ?? buildSettings(withNumbersOfBase(edited))) : null
  const wanted = settings && JSON.stringify(multiAccountDocument(settings))
  const settled = useSettled(wanted, SETTLE_MS)
  const { data, error, isPlaceholderData, refetch } = useQuery({
    queryKey: ['allowlist-preview', settled],
    queryFn: () => fetchPreview(JSON.parse(settled ?? 'null')),
    enabled: settled !== null,
    placeholderData: keepPreviousData,
    gcTime: 60_000,
  })
  const answer = changed ? data : undefined
  const unclear = changed ? draftProblem(edited.draft) : null
  // A background refetch of the same settings after an inventory change does not block saving.
  const checking = wanted !== settled || (wanted !== null && (isPlaceholderData || (!data && !error)))
  return {
    consequences: answer?.kind === 'preview' ? answer.consequences : state,
    checking,
    idsLookedUp: !changed || (answer?.kind === 'preview' && !checking),
    // A failed refetch keeps the cached preview: the server validates the save.
    problem:
      unclear ??
      (answer?.kind === 'invalid' ? answer.problems.join(' ') : (changed && !data && error?.message) || null),
    checkAgain: unclear === null ? () => void refetch() : null,
  }
}

async function fetchPreview(settings: unknown) {
  const answer = await previewAllowlist(settings).catch((error: unknown) => {
    throw new ApiError(0, callFailure(error, 'The console is not responding. Your input is kept.'))
  })
  if (answer.kind === 'no-answer') throw new ApiError(400, answer.reason)
  return answer
}
