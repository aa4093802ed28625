import { formatYaml } from '#components/hap/label-diff.tsx'
import { CopyButton } from '#components/ui/copy-button.tsx'
import { cx } from '#components/ui/cx.ts'
import { NoLines } from '#components/ui/line-list.tsx'
import { Panel } from '#components/ui/panel.tsx'
import text from '#components/ui/text.module.css'
import { LABEL_NAMES } from '#lib/hap/pools/labels.ts'
import { compareText } from '#lib/hap/text/text.ts'
import styles from './binding.module.css'

const OWN: readonly string[] = LABEL_NAMES

/**
 * Labels of the object, HAP's first and the others by name, because servers and writes reorder
 * them.
 */
export function LabelsPanel({ labels }: { readonly labels: Readonly<Record<string, string>> }) {
  const rank = ([name]: readonly [string, string]) => (OWN.includes(name) ? OWN.indexOf(name) : OWN.length)
  const pairs = Object.entries(labels).toSorted((a, b) => rank(a) - rank(b) || compareText(a[0], b[0]))
  const selector = pairs.map(([key, value]) => `${key}=${value}`).join(',')
  return (
    <Panel
      title="Labels"
      aside={
        pairs.length > 0 && (
          <CopyButton text={selector} what="selector" quiet>
            Copy as selector
          </CopyButton>
        )
      }
    >
      {pairs.length === 0 ? <NoLines>It has no labels.</NoLines> : <PairTable label="Labels" pairs={pairs} />}
    </Panel>
  )
}

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
          <dd className={text.mono}>{formatYaml(value)}</dd>
        </div>
      ))}
    </dl>
  )
}
