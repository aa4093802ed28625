import { Skeleton } from '#components/ui/skeleton.tsx'
import { ComparisonTable } from './comparison-table.tsx'

/** The size of a comparison, until it comes. */
export function PendingComparison({ names }: { readonly names: readonly [string, string] }) {
  return (
    <div aria-hidden="true">
      <ComparisonTable
        names={names}
        differing={[]}
        // Most requests make two searches, and each has its selector.
        cell={part => <Skeleton width="160px" height={part === 'selector' ? 176 : 10} />}
      />
    </div>
  )
}
