import { Verdict } from '#components/hap/verdict.tsx'
import { CountButton } from '#components/ui/links.tsx'
import type { Change, Concern } from '#lib/hap/impact/destination.ts'
import { IMPACT_LABELS, type ImpactSummary } from '#lib/hap/impact/impact.ts'
import { formatCount, formatPlural } from '#lib/util/format.ts'
import styles from '../revisions/revisions.module.css'

interface ImpactListProps {
  /** Accessible name of the list. */
  readonly label: string
  readonly summary: ImpactSummary
}

/** Lists the impact of rules on clusters, as the tab Impact shows it. */
export function ImpactList({ label, summary }: ImpactListProps) {
  return (
    <ul className={styles.impacts} aria-label={label}>
      {buildImpactLines(summary).map(({ name, label, count }) => (
        <li key={label} className={styles.impact}>
          {name === null ? <span className={styles.plain}>{label}</span> : <ImpactFlag name={name} />}{' '}
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

/** Shows one kind of impact with its icon. */
export function ImpactFlag({ name }: { readonly name: Change | Concern }) {
  return <Verdict outcome={OUTCOMES[name]}>{IMPACT_LABELS[name]}</Verdict>
}

interface ImpactLine {
  /**
   * Null for a kind of impact that this version does not know, and for clusters that cannot be
   * evaluated.
   */
  readonly name: Change | Concern | null
  readonly label: string
  readonly count: string
}

/** Builds one line for each kind of impact, worst first. */
export function buildImpactLines({ counts, unknown }: ImpactSummary): readonly ImpactLine[] {
  const lines = counts.map(({ impact, clusters, globalAccounts }) => {
    const name = isKnown(impact) ? impact : null
    const count = `${formatPlural(clusters, 'cluster')} of ${formatPlural(globalAccounts, 'global account')}`
    return { name, label: name === null ? impact : IMPACT_LABELS[name], count }
  })
  if (unknown === 0) return lines
  return [...lines, { name: null, label: 'cannot be evaluated', count: formatPlural(unknown, 'cluster') }]
}

function isKnown(impact: string): impact is Change | Concern {
  return Object.hasOwn(IMPACT_LABELS, impact)
}

/** The rows to list in a dialog, with its title. */
export interface ShownRows {
  readonly choice: string
  readonly title: string
  /** Expected number of rows; the skeleton reserves their height. */
  readonly count?: number
  /** Lists global accounts instead of rows. */
  readonly byAccount?: boolean
  /** Restricts the rows to one global account. */
  readonly account?: string
}

interface RowCountProps {
  readonly count: number
  /** The counted noun in singular: "cluster". */
  readonly what: string
  /** Suffix of the accessible name: ": loses the EU restriction". */
  readonly which: string
  readonly rows: ShownRows
  readonly onShow: (rows: ShownRows) => void
}

/** A number that opens the counted rows; zero is plain text. */
export function RowCount({ count, what, which, rows, onShow }: RowCountProps) {
  const text = formatCount(count)
  if (count === 0) return text
  return (
    <CountButton aria-label={`${formatPlural(count, what)}${which}`} onClick={() => onShow({ ...rows, count })}>
      {text}
    </CountButton>
  )
}
