import { yamlText } from '#components/hap/yaml-text.ts'
import { cx } from '#components/ui/cx.ts'
import text from '#components/ui/text.module.css'
import styles from './binding.module.css'

interface PairTableProps {
  readonly label: string
  readonly pairs: readonly (readonly [key: string, value: string])[]
}

/** Keys and values exactly as in the object, ready to copy. */
export function PairTable({ label, pairs }: PairTableProps) {
  return (
    <dl className={styles.pairs} aria-label={label}>
      {pairs.map(([key, value]) => (
        <div key={key} className={styles.pair}>
          <dt className={cx(text.mono, text.muted)}>{key}</dt>
          <dd className={text.mono}>{yamlText(value)}</dd>
        </div>
      ))}
    </dl>
  )
}
