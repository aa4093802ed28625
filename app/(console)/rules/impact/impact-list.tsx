import { Verdict } from '#components/hap/verdict.tsx'
import type { Change, Concern } from '#lib/hap/impact/destination.ts'
import { IMPACT_LABELS, type ImpactSummary } from '#lib/hap/impact/impact.ts'
import { formatPlural } from '#lib/util/format.ts'
import styles from '../revisions/revisions.module.css'

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

type Outcome = Parameters<typeof Verdict>[0]['outcome']

const OUTCOMES: Readonly<Record<Change | Concern, Outcome>> = {
  'newly-unmatched': 'wrong',
  'newly-refused': 'wrong',
  'loses-eu': 'wrong',
  'becomes-shared': 'wrong',
  'empty-pool': 'wrong',
  'short-pool': 'warn',
  'becomes-dedicated': 'warn',
  'needs-account': 'warn',
  moved: 'warn',
  'newly-matched': 'ok',
  unmatched: 'still',
  unchanged: 'still',
}

/** What happens to clusters, in words behind a drawing. */
export function ImpactFlag({ name }: { readonly name: Change | Concern }) {
  return <Verdict outcome={OUTCOMES[name]}>{IMPACT_LABELS[name]}</Verdict>
}

interface ImpactLine {
  /** Null for what another version called otherwise, and for what cannot be evaluated. */
  readonly name: Change | Concern | null
  readonly words: string
  readonly count: string
}

/** What was foreseen, a line for each thing that happens to clusters, the worst first. */
export function impactLines({ counts, unknown }: ImpactSummary): readonly ImpactLine[] {
  const lines = counts.map(({ impact, clusters, globalAccounts }) => {
    const name = isKnown(impact) ? impact : null
    const count = `${formatPlural(clusters, 'cluster')} of ${formatPlural(globalAccounts, 'global account')}`
    return { name, words: name === null ? impact : IMPACT_LABELS[name], count }
  })
  if (unknown === 0) return lines
  return [...lines, { name: null, words: 'cannot be evaluated', count: formatPlural(unknown, 'cluster') }]
}

function isKnown(impact: string): impact is Change | Concern {
  return Object.hasOwn(IMPACT_LABELS, impact)
}
