import { cx } from '#components/ui/cx.ts'
import { CellLink } from '#components/ui/links.tsx'
import { Tag } from '#components/ui/tag.tsx'
import text from '#components/ui/text.module.css'
import type { BindingKind, BindingRef } from '#lib/hap/pools/binding.ts'
import { paths } from '#lib/paths.ts'

interface BindingLinkProps {
  readonly binding: Pick<BindingRef, 'kind' | 'name'>
  /** Emphasized, as the subject of a row. */
  readonly strong?: boolean
  /** Shows the kind too, where bindings of one name may be listed together. */
  readonly withKind?: boolean
}

/** Name of a binding, linked to its page. */
export function BindingLink({ binding, strong = false, withKind = false }: BindingLinkProps) {
  const link = (
    <CellLink href={paths.binding(binding)} className={cx(text.mono, strong && text.strong)}>
      {binding.name}
    </CellLink>
  )
  if (!withKind) return link
  return (
    <span className={text.row}>
      {link}
      <KindTag kind={binding.kind} />
    </span>
  )
}

const SHORT: Record<BindingKind, string> = { CredentialsBinding: 'CB', SecretBinding: 'SB', Secret: 'S' }

/** Kind of a binding, abbreviated; the full kind in the tooltip. */
export function KindTag({ kind }: { readonly kind: BindingKind }) {
  return <Tag longForm={kind}>{SHORT[kind]}</Tag>
}
