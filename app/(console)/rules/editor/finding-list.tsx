import { Icon } from '#components/ui/icon.tsx'
import type { Finding } from '#lib/rules-file/finding.ts'
import styles from './editor.module.css'

/** What was found in the draft, in the order of the engine. */
export function FindingList({ findings }: { readonly findings: readonly Finding[] }) {
  return (
    <ul className={styles.findings} aria-label="Findings">
      {findings.map((finding, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: two findings may say the same
        <li key={index} className={styles.finding} data-severity={finding.severity}>
          <Icon name={finding.severity === 'error' ? 'error' : 'warning'} size={14} />
          {finding.place && <span className={styles.place}>{finding.place.line}</span>}
          <span>
            {finding.message} {finding.hint}
          </span>
        </li>
      ))}
    </ul>
  )
}
