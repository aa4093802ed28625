import { UNUSABLE_CAUSES, UNUSABLE_LABELS, type UnusableCounts } from '#lib/hap/selection/usability.ts'
import { formatCount } from '#lib/util/format.ts'

/**
 * Causes with counts, most frequent first: `6 credentials missing, 2 Quota missing`. Empty without
 * any.
 */
export function unusableText(counts: UnusableCounts): string {
  return UNUSABLE_CAUSES.filter(cause => counts[cause] > 0)
    .sort((a, b) => counts[b] - counts[a])
    .map(cause => `${formatCount(counts[cause])} ${UNUSABLE_LABELS[cause]}`)
    .join(', ')
}
