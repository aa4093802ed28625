import { cx } from '#components/ui/cx.ts'
import { CellLink } from '#components/ui/links.tsx'
import { Tag } from '#components/ui/tag.tsx'
import text from '#components/ui/text.module.css'
import styles from './pool-name.module.css'

interface PoolNameProps {
  /** Hyperscaler type. */
  readonly name: string
  readonly euAccess: boolean
  readonly shared: boolean
  /** Page of the pool; null without a matching pool. */
  readonly href: string | null
  /** Muted, for a pool that does not exist yet. */
  readonly quiet?: boolean
  /** Wraps a long name and its tags. Otherwise the end of the name, which distinguishes pools, may be cut off. */
  readonly wrap?: boolean
}

/** Hyperscaler type with its tags, as in the first column of the pools. */
export function PoolName({ name, euAccess, shared, href, quiet = false, wrap = false }: PoolNameProps) {
  const length = wrap ? text.broken : text.cut
  return (
    <span className={cx(text.row, wrap && styles.wrapping)}>
      {href === null ? (
        <span className={cx(text.mono, text.muted, length)}>{name}</span>
      ) : (
        <CellLink href={href} className={cx(text.mono, length, quiet ? text.muted : text.strong)}>
          {name}
        </CellLink>
      )}
      {euAccess && <Tag>EU</Tag>}
      {shared && <Tag>shared</Tag>}
    </span>
  )
}
