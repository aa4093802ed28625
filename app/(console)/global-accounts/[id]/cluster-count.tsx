import { CellLink } from '#components/ui/cell-link.tsx'
import { paths } from '#lib/paths.ts'
import { formatPlural } from '#lib/util/format.ts'

interface ClusterCountProps {
  readonly count: number
  /** Search of the shoots list that selects exactly these clusters; null when none does. */
  readonly q: string | null
}

/** A count such as `3 clusters`, linked to its rows. */
export function ClusterCount({ count, q }: ClusterCountProps) {
  const words = formatPlural(count, 'cluster')
  return q === null ? words : <CellLink href={paths.shoots({ q })}>{words}</CellLink>
}
