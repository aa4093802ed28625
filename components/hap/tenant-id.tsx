import { CellLink } from '#components/ui/cell-link.tsx'
import { CopyButton } from '#components/ui/copy-button.tsx'
import { cx } from '#components/ui/cx.ts'
import text from '#components/ui/text.module.css'
import { VisuallyHidden } from '#components/ui/visually-hidden.tsx'
import { shortenId } from './shorten-id.ts'

interface TenantIdProps {
  readonly id: string | null
  readonly href?: string | null
  /** `short` in tables (the default), `full` with a copy button in details. */
  readonly show?: 'short' | 'full'
}

/** A global account. Shortened in the middle, whole on hover, on copy and for assistive technology. */
export function TenantId({ id, href = null, show = 'short' }: TenantIdProps) {
  if (id === null) return <span className={text.faint}>—</span>
  if (show === 'full') {
    return (
      <span className={text.row}>
        <span className={cx(text.mono, text.cut)}>{id}</span>
        <CopyButton text={id} what="global account" />
      </span>
    )
  }
  const short = shortenId(id)
  const content =
    short === id ? (
      id
    ) : (
      <>
        <span aria-hidden="true">{short}</span>
        <VisuallyHidden>{id}</VisuallyHidden>
      </>
    )
  const tip = short === id ? undefined : id
  if (href === null) {
    return (
      <span className={text.mono} data-tip={tip}>
        {content}
      </span>
    )
  }
  return (
    <CellLink href={href} className={text.mono} data-tip={tip}>
      {content}
    </CellLink>
  )
}
