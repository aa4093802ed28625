import { Tag } from '#components/ui/tag.tsx'
import type { OtherSemantics } from '#lib/queries/simulator/simulate.ts'

interface DifferenceTagProps {
  readonly difference: OtherSemantics['differences'][number]
  /** Words before the difference's name. */
  readonly before?: string | undefined
}

/** A difference between the two semantics by its name, `D8`; on hover what each of them does. */
export function DifferenceTag({ difference: { id, title, documented, keb }, before }: DifferenceTagProps) {
  return (
    <span data-tip={`${title}. Documented: ${documented}. KEB: ${keb}.`.replaceAll('`', '')}>
      <Tag tone="warn">{before === undefined ? id : `${before}, ${id}`}</Tag>
    </span>
  )
}
