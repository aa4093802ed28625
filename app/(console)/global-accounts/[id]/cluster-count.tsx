import { CellLink } from '#components/ui/cell-link.tsx'
import { paths } from '#lib/paths.ts'
import { formatPlural } from '#lib/util/format.ts'

interface ClusterCountProps {
  readonly count: number
  /** The search of the list of shoots that finds just these; null where none does. */
  readonly q: string | null
}

/** `3 clusters`, which lead to their rows. */
export function ClusterCount({ count, q }: ClusterCountProps) {
  const words = formatPlural(count, 'cluster')
  return q === null ? words : <CellLink href={paths.shoots({ q })}>{words}</CellLink>
}
