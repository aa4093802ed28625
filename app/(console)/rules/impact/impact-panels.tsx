import { Panel } from '#components/ui/panel.tsx'
import { SmallTable } from '#components/ui/small-table.tsx'
import text from '#components/ui/text.module.css'
import type { Tally } from '#lib/hap/impact/affected.ts'
import type { Change, Concern } from '#lib/hap/impact/destination.ts'
import { IMPACT_LABELS, MISSING_LABELS } from '#lib/hap/impact/impact.ts'
import type { ImpactView, OriginShares } from '#lib/queries/impact/impact-view.ts'
import { formatPlural, formatShare } from '#lib/util/format.ts'
import styles from './impact.module.css'
import { ImpactFlag } from './impact-list.tsx'
import { RowCount, type ShownRows } from './row-count.tsx'

interface SummaryPanelProps {
  readonly title: string
  /** What is counted: "cluster" or "request". */
  readonly what: string
  readonly kind: 'change' | 'concern'
  readonly names: readonly (Change | Concern)[]
  readonly tallies: Partial<Readonly<Record<Change | Concern, Tally>>>
  readonly onShow: (rows: ShownRows) => void
}

const NOTHING: Tally = { clusters: 0, globalAccounts: 0 }

/** Clusters and global accounts by what happens to them; each number opens its rows. */
export function SummaryPanel({ title, what, kind, names, tallies, onShow }: SummaryPanelProps) {
  return (
    <Panel title={title}>
      <SmallTable
        label={title}
        folding="late"
        columns={[
          { header: 'What happens' },
          { header: `${what[0]?.toUpperCase()}${what.slice(1)}s`, width: 96, align: 'end' },
          { header: 'Global accounts', width: 128, align: 'end' },
        ]}
      >
        {names.map(name => {
          const tally = tallies[name] ?? NOTHING
          const words = IMPACT_LABELS[name]
          return (
            <tr key={name}>
              <th scope="row">
                {tally.clusters === 0 ? <span className={text.muted}>{words}</span> : <ImpactFlag name={name} />}
              </th>
              <TallyCells tally={tally} what={what} words={words} choice={`${kind}:${name}`} onShow={onShow} />
            </tr>
          )
        })}
      </SmallTable>
    </Panel>
  )
}

/** In the order they are asked in. */
const ORIGINS = [
  ['database', 'Claims in the database'],
  ['kim', 'Runtimes and GardenerClusters of KIM'],
  ['import', 'Imported file'],
  ['label', 'Labels of shoots'],
  ['nobody', 'Not known'],
] as const

const ATTRIBUTES = [
  ['plan', 'plan', 'plan', 'line'],
  ['platformRegion', 'platform region', 'region', 'end'],
] as const

const SOURCE_COLUMNS = [
  { header: 'Source' },
  { header: 'Plan', width: 144, align: 'end' },
  { header: 'Platform region', width: 144, align: 'end' },
] as const

interface SourcesPanelProps {
  readonly shares: OriginShares
  readonly clusters: number
  readonly onShow: (rows: ShownRows) => void
}

/** Who tells plan and platform region of clusters, which Gardener does not. */
export function SourcesPanel({ shares, clusters, onShow }: SourcesPanelProps) {
  return (
    <Panel title="Where plans and platform regions come from">
      <SmallTable label="Clusters by source" columns={SOURCE_COLUMNS} folding="late">
        {ORIGINS.map(([origin, name]) => (
          <tr key={origin}>
            <th scope="row">{name}</th>
            {ATTRIBUTES.map(([attribute, words, choice, fold]) => {
              const count = shares[attribute][origin]
              const title = `Clusters whose ${words} is from: ${name}`
              return (
                <td key={attribute} data-align="end" data-fold={fold} data-label={words}>
                  <RowCount
                    count={count}
                    what="cluster"
                    which={`, ${words}: ${name}`}
                    rows={{ choice: `${choice}:${origin}`, title }}
                    onShow={onShow}
                  />{' '}
                  <span className={text.muted}>{formatShare(count, clusters)}</span>
                </td>
              )
            })}
          </tr>
        ))}
      </SmallTable>
    </Panel>
  )
}

/** The columns of TallyCells. */
const TALLY_COLUMNS = [
  { header: 'Count', width: 96, align: 'end' },
  { header: 'Global accounts', width: 128, align: 'end' },
] as const

const UNKNOWN_COLUMNS = [{ header: 'Reason' }, ...TALLY_COLUMNS]

interface UnknownPanelProps {
  readonly unknown: ImpactView['unknown']
  readonly what: string
  readonly onShow: (rows: ShownRows) => void
}

/** What nobody can tell anything about, and why. */
export function UnknownPanel({ unknown, what, onShow }: UnknownPanelProps) {
  return (
    <Panel title="Not evaluated">
      {unknown.length === 0 ? (
        <p className={styles.note}>Every {what} was evaluated.</p>
      ) : (
        <SmallTable label="Not evaluated" columns={UNKNOWN_COLUMNS} folding="late">
          {unknown.map(({ missing, ...tally }) => (
            <tr key={missing}>
              <th scope="row">{MISSING_LABELS[missing]}</th>
              <TallyCells
                tally={tally}
                what={what}
                words={MISSING_LABELS[missing]}
                choice={`missing:${missing}`}
                onShow={onShow}
              />
            </tr>
          ))}
        </SmallTable>
      )}
    </Panel>
  )
}

interface TallyCellsProps {
  readonly tally: Tally
  /** What is counted: "cluster" or "request". */
  readonly what: string
  /** What they have in common. */
  readonly words: string
  readonly choice: string
  readonly onShow: (rows: ShownRows) => void
}

/** How many, and of how many global accounts; each number opens its rows. Without room for columns the two follow in a line. */
function TallyCells({ tally: { clusters, globalAccounts }, what, words, choice, onShow }: TallyCellsProps) {
  const titled = (count: number, counted: string) => ({ choice, title: `${formatPlural(count, counted)}: ${words}` })
  return (
    <>
      <td data-align="end" data-fold="line" data-label={`${what}s`}>
        <RowCount count={clusters} what={what} which={`: ${words}`} rows={titled(clusters, what)} onShow={onShow} />
      </td>
      <td data-align="end" data-fold="end" data-label="global accounts">
        <RowCount
          count={globalAccounts}
          what="global account"
          which={` with ${what}s: ${words}`}
          rows={{ ...titled(globalAccounts, 'global account'), byAccount: true }}
          onShow={onShow}
        />
      </td>
    </>
  )
}
