import { GardenError } from '#lib/garden/client/garden-error.ts'
import { accountKey } from '#lib/hap/pools/binding.ts'
import { type ClusterCount, totalClusters } from '#lib/hap/selection/usage.ts'
import type { BindingLink, OutcomeView, Simulation } from '#lib/queries/simulator/simulate.ts'
import { ClaimError } from '#lib/services/claims/claim-errors.ts'
import type { ClaimService } from '#lib/services/claims/claim-service.ts'
import type { Blocker, OutcomePreview } from '#lib/services/claims/preview-outcome.ts'
import { RulesUncertainError } from '#lib/services/rules/rules-context.ts'
import { StoreError } from '#lib/store/database/store-errors.ts'
import { formatCount, formatPlural } from '#lib/util/format.ts'

/**
 * How a claim at this moment would differ from the decision by the inventory alone, or what it
 * adds.
 */
export type ClaimNote =
  | { readonly kind: 'other'; readonly binding: BindingLink; readonly why: string }
  | { readonly kind: 'queue'; readonly place: number; readonly why: string }
  | { readonly kind: 'more' | 'unknown'; readonly words: string }

/** What the claim service adds to the decision. */
export interface ClaimPreview {
  readonly note: ClaimNote | null
  /**
   * Clusters of the account in the answer, with claims; null if it names no account, or the number
   * is unknown.
   */
  readonly count: ClusterCount | null
}

type Taken = Extract<OutcomeView, { readonly binding: BindingLink }>

/** Previews a claim for the request; null under KEB's semantics, which has no claims. */
export async function previewClaim(
  { semantics, decision }: Pick<Simulation, 'semantics' | 'decision'>,
  claims: Pick<ClaimService, 'preview'>,
): Promise<ClaimPreview | null> {
  const { request, outcome } = decision
  if (semantics !== 'documented') return null
  try {
    const foresight = await claims.preview(request)
    return {
      note: buildClaimNote(outcome, foresight),
      count: 'binding' in outcome ? foresight.count(accountKey(outcome.binding.account)) : null,
    }
  } catch (error) {
    const words = unknownBecause(error)
    if (words === null) throw error
    return { note: { kind: 'unknown', words }, count: null }
  }
}

function unknownBecause(error: unknown): string | null {
  const what = 'The answer uses Gardener and the claims last read, without accounts being claimed and the queue.'
  if (error instanceof StoreError && !(error instanceof RulesUncertainError))
    return `The database is not responding. ${what}`
  const isFit = [ClaimError, GardenError, RulesUncertainError].some(type => error instanceof type)
  return isFit && error instanceof Error ? `${error.message} ${what}` : null
}

/** The note beside a decision; null if a claim would do exactly that. */
export function buildClaimNote(outcome: OutcomeView, foresight: OutcomePreview): ClaimNote | null {
  const { foreseen } = foresight
  const shown = 'binding' in outcome ? outcome : null
  switch (foreseen.kind) {
    case 'take': {
      const { binding } = foreseen.outcome
      const isSame = shown?.binding.kind === binding.kind && shown.binding.name === binding.name
      if (shown && isSame) return moreClusters(shown, foreseen.outcome.clustersAfter)
      const { kind, namespace, name, account } = binding
      return { kind: 'other', binding: { kind, namespace, name, account }, why: whyNot(shown, foresight) }
    }
    case 'wait':
      return { kind: 'queue', place: foreseen.ahead + 1, why: whyWaits(shown, foreseen.ahead, foresight) }
    case 'busy':
      return more('Another operation is running on an account of this global account. A claim would wait for it.')
    case 'behind':
      return more(
        `${formatPlural(foreseen.claims, 'claim')} of this global account ${foreseen.claims === 1 ? 'is' : 'are'} being processed. Another one would be decided after that.`,
      )
    case 'refuse':
      return shown === null ? null : more(`A claim would be refused now. ${foreseen.message}`)
  }
}

function more(words: string): ClaimNote {
  return { kind: 'more', words }
}

function moreClusters({ clustersAfter, limit }: Taken, withClaims: number): ClaimNote | null {
  const extra = withClaims - clustersAfter
  if (extra === 0) return null
  const full = limit
    ? `${formatCount(withClaims)} of ${formatPlural(limit.value, 'cluster')}`
    : formatPlural(withClaims, 'cluster')
  return more(`${claimed(extra)} by a claim and not in Gardener yet: ${full} after this request.`)
}

function claimed(clusters: number): string {
  return `${formatPlural(clusters, 'more cluster')} ${clusters === 1 ? 'is' : 'are'} expected`
}

const OBSTACLES: Readonly<Record<Blocker, (name: string) => string>> = {
  fenced: name => `Another operation is running on ${name}.`,
  'being-taken': name => `Another claim is about to take ${name}.`,
  foreign: name => `A claim of another global account is open on ${name}.`,
}

/** Why a claim would not take the account of the decision. */
function whyNot(shown: Taken | null, { obstacles, count }: OutcomePreview): string {
  if (shown === null) return 'A claim just got it for this global account; Gardener does not show that yet.'
  const { name } = shown.binding
  const account = accountKey(shown.binding.account)
  const obstacle = obstacles.get(account)
  if (obstacle) return OBSTACLES[obstacle](name)
  const extra = totalClusters(count(account)) - (shown.clustersAfter - 1)
  if (extra > 0) return `On ${name} ${claimed(extra)} that Gardener does not show yet.`
  return 'Claims that Gardener does not show yet make the difference.'
}

function whyWaits(shown: Taken | null, ahead: number, foresight: OutcomePreview): string {
  if (ahead > 0)
    return `${formatPlural(ahead, 'claim')} came earlier for this pool and ${ahead === 1 ? 'is' : 'are'} served first.`
  if (shown === null) return 'No other claim is waiting for this pool.'
  return `${whyNot(shown, foresight)} No other account is free.`
}
