import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { callFailure } from '#app/data/call-failure.ts'
import { ApiError } from '#app/data/fetch-json.ts'
import { useSettled } from '#components/ui/use-settled.ts'
import { multiAccountDocument } from '#lib/hap/lifecycle/multi-account-document.ts'
import type { AllowlistDetail } from '#lib/queries/allowlist/allowlist-detail.ts'
import type { Consequences } from '#lib/queries/allowlist/consequences.ts'
import { previewAllowlist } from './actions.ts'
import { draftProblem, settingsOf, withNumbersOfBase } from './draft.ts'
import type { Editing } from './use-edited.ts'

/** Somebody who types a number means its last digit. */
const SETTLE_MS = 300

export interface Foreseen {
  /** Of the draft, or of the settings in force as long as nothing is changed; the last ones known while new ones are computed. */
  readonly consequences: Consequences
  /** They may not be those of the draft as it is now. */
  readonly checking: boolean
  /** `consequences.known` tells of every id of the draft. */
  readonly idsLookedUp: boolean
  /** Why there are none for this draft; null when there are. */
  readonly problem: string | null
  /** Null where that would not help. */
  readonly checkAgain: (() => void) | null
}

/** What a draft would do to the inventory as it is, computed by the server. */
export function useConsequences({ state }: AllowlistDetail, { edited, changed }: Editing): Foreseen {
  // Of a draft with a wrong number it is still worth knowing whose ids it lists.
  const settings = changed ? (settingsOf(edited.draft) ?? settingsOf(withNumbersOfBase(edited))) : null
  const wanted = settings && JSON.stringify(multiAccountDocument(settings))
  const settled = useSettled(wanted, SETTLE_MS)
  const { data, error, isPlaceholderData, refetch } = useQuery({
    queryKey: ['allowlist-preview', settled],
    queryFn: () => foreseen(JSON.parse(settled ?? 'null')),
    enabled: settled !== null,
    placeholderData: keepPreviousData,
    gcTime: 60_000,
  })
  const answer = changed ? data : undefined
  const unclear = changed ? draftProblem(edited.draft) : null
  // The same settings computed anew, for an inventory that has changed, keep nobody waiting.
  const checking = wanted !== settled || (wanted !== null && (isPlaceholderData || (!data && !error)))
  return {
    consequences: answer?.kind === 'preview' ? answer.consequences : state,
    checking,
    idsLookedUp: !changed || (answer?.kind === 'preview' && !checking),
    // What was known a moment ago is good enough to decide by; whether it may be saved is for the server to say then.
    problem:
      unclear ??
      (answer?.kind === 'invalid' ? answer.problems.join(' ') : (changed && !data && error?.message) || null),
    checkAgain: unclear === null ? () => void refetch() : null,
  }
}

async function foreseen(settings: unknown) {
  const answer = await previewAllowlist(settings).catch((error: unknown) => {
    throw new ApiError(0, callFailure(error, 'The console is not responding. Your input is kept.'))
  })
  if (answer.kind === 'no-answer') throw new ApiError(400, answer.reason)
  return answer
}
