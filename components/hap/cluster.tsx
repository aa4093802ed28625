import { CopyButton } from '#components/ui/copy-button.tsx'
import { cx } from '#components/ui/cx.ts'
import { Tag } from '#components/ui/tag.tsx'
import text from '#components/ui/text.module.css'
import type { Shoot } from '#lib/hap/pools/shoot.ts'
import styles from './cluster.module.css'

/** A cluster by its name, to be copied, with what is special about it. */
export function Cluster({ shoot: { name, hibernated, deletedAt } }: { readonly shoot: Shoot }) {
  return (
    <span className={cx(text.row, styles.cluster)}>
      <span className={text.mono}>{name}</span>
      <CopyButton text={name} what={`name ${name}`} />
      {hibernated && <Tag>hibernated</Tag>}
      {deletedAt !== null && <Tag tone="warn">deleting</Tag>}
    </span>
  )
}
