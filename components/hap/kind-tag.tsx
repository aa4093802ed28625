import { Tag } from '#components/ui/tag.tsx'
import type { BindingKind } from '#lib/hap/pools/binding.ts'

const SHORT: Record<BindingKind, string> = { CredentialsBinding: 'CB', SecretBinding: 'SB', Secret: 'S' }

/** Kind of a binding, abbreviated; the full kind in the tooltip. */
export function KindTag({ kind }: { readonly kind: BindingKind }) {
  return <Tag longForm={kind}>{SHORT[kind]}</Tag>
}
