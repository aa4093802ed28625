import type { ImpactSummary } from '#lib/hap/impact/impact.ts'
import { ImpactFlag } from '../impact/impact-flag.tsx'
import { impactLines } from './revision-words.ts'
import styles from './revisions.module.css'

interface ImpactListProps {
  /** What the list is of, for who cannot see where it stands. */
  readonly label: string
  readonly summary: ImpactSummary
}

/** What rules do to clusters, drawn as on the tab Impact. */
export function ImpactList({ label, summary }: ImpactListProps) {
  return (
    <ul className={styles.impacts} aria-label={label}>
      {impactLines(summary).map(({ name, words, count }) => (
        <li key={words} className={styles.impact}>
          {name === null ? <span className={styles.undrawn}>{words}</span> : <ImpactFlag name={name} />}{' '}
          <span className={styles.count}>{count}</span>
        </li>
      ))}
    </ul>
  )
}
