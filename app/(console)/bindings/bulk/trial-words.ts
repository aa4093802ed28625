import type { TargetDryRun } from '#lib/services/jobs/plan-job.ts'
import { formatCount, formatPlural } from '#lib/util/format.ts'

/** Summarizes the dry-run verdicts, and what they imply for the remaining `targets`. */
export function trialWords(
  trials: readonly Pick<TargetDryRun, 'verdict'>[],
  targets: number,
): { readonly lead: string; readonly rest: string } {
  const count = (verdict: TargetDryRun['verdict']) => trials.filter(each => each.verdict === verdict).length
  const [accepted, refused] = [count('accepted'), count('refused')]
  return { lead: leadOf(accepted, refused, targets), rest: restOf(targets - accepted - refused) }
}

function leadOf(accepted: number, refused: number, targets: number): string {
  const tried = accepted + refused
  if (tried === 0) return 'The API server did not answer in time.'
  if (refused > 0)
    return `The API server refuses ${formatCount(refused)} of the ${formatPlural(tried, 'change')} tried on it.`
  if (tried < targets) return `The API server accepts the ${formatPlural(tried, 'change')} tried on it.`
  return tried === 1
    ? 'The API server accepts this change.'
    : `The API server accepts all ${formatCount(tried)} changes.`
}

function restOf(untried: number): string {
  const nothing = 'Dry run only: nothing was written.'
  if (untried === 0) return nothing
  const others = untried === 1 ? 'The other one is' : `The other ${formatCount(untried)} are`
  return `${nothing} ${others} allowed by the rules, and the job tries each before it is written.`
}
