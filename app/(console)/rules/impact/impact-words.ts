import { formatCount, formatPlural } from '#components/ui/format.ts'
import type { ImpactView } from '#lib/queries/impact/impact-view.ts'

/** The whole in a sentence or two. */
export function impactWords(
  { all, changes, unknown }: Pick<ImpactView, 'all' | 'changes' | 'unknown'>,
  what: string,
  changed: boolean,
) {
  const open = unknown.reduce((sum, { clusters }) => sum + clusters, 0)
  const stays = changes.unchanged.clusters + changes.unmatched.clusters
  const moves = all.clusters - open - stays
  const rest = open === 0 ? '' : ` ${formatPlural(open, what)} cannot be evaluated.`
  const of = `${formatPlural(moves, what)} of ${formatCount(all.clusters)}`
  const first = changed ? `The draft changes where ${of} would go.` : 'The draft is what is in force.'
  return `${first}${rest} No cluster moves by itself: this is where the next one like each would go.`
}
