import { CopyButton } from '#components/ui/copy-button.tsx'
import { cx } from '#components/ui/cx.ts'
import { CellLink } from '#components/ui/links.tsx'
import text from '#components/ui/text.module.css'
import { VisuallyHidden } from '#components/ui/visually-hidden.tsx'
import { paths } from '#lib/paths.ts'

interface TenantIdProps {
  /** Null or empty without a global account, as in claims for trial clusters. */
  readonly id: string | null
  /** `short` in tables (the default), `full` with a copy button in details. */
  readonly show?: 'short' | 'full'
  /** Emphasized, as the subject of a row. */
  readonly strong?: boolean
}

/**
 * A global account with a link to its page: shortened in the middle, complete on hover, when copied
 * and for screen readers.
 */
export function TenantId({ id, show = 'short', strong = false }: TenantIdProps) {
  if (id === null || id === '') return <span className={text.faint}>—</span>
  if (show === 'full') {
    return (
      <span className={text.row}>
        <CellLink href={paths.globalAccount(id)} className={cx(text.mono, text.cut)}>
          {id}
        </CellLink>
        <CopyButton text={id} what="global account" />
      </span>
    )
  }
  const short = shortenId(id)
  return (
    <CellLink
      href={paths.globalAccount(id)}
      className={cx(text.mono, strong && text.strong)}
      data-tip={short === id ? undefined : id}
    >
      {short === id ? (
        id
      ) : (
        <>
          <span aria-hidden="true">{short}</span>
          <VisuallyHidden>{id}</VisuallyHidden>
        </>
      )}
    </CellLink>
  )
}

const HEAD = 8
const TAIL = 4

/**
 * Shortens an id in the middle: `8b9a6f1e…e0a3`. Leaves texts unchanged that would hardly get
 * shorter.
 */
export function shortenId(id: string): string {
  return id.length <= HEAD + TAIL + 4 ? id : `${id.slice(0, HEAD)}…${id.slice(-TAIL)}`
}
