import { formatCount } from '#lib/util/format.ts'
import { CellLink } from './cell-link.tsx'

interface CountLinkProps {
  readonly count: number
  /** Where exactly these rows are listed; null where no address can name them. */
  readonly href: string | null
  /** What is counted, for assistive technology: "shoots of aws · EU". */
  readonly label: string
}

/** A number that leads to what it counts. */
export function CountLink({ count, href, label }: CountLinkProps) {
  const text = formatCount(count)
  if (href === null) return text
  return (
    <CellLink href={href} aria-label={`${text} ${label}`}>
      {text}
    </CellLink>
  )
}
