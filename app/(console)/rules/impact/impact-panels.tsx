import { Panel } from '#components/ui/panel.tsx'
import { SmallTable } from '#components/ui/small-table.tsx'
import text from '#components/ui/text.module.css'
import type { Tally } from '#lib/hap/impact/affected.ts'
import type { Change, Concern } from '#lib/hap/impact/destination.ts'
import { IMPACT_LABELS, MISSING_LABELS } from '#lib/hap/impact/impact.ts'
import type { ImpactView, OriginShares } from '#lib/queries/impact/impact-view.ts'
import { formatPlural, formatShare } from '#lib/util/format.ts'
import styles from './impact.module.css'
import { ImpactFlag, RowCount, type ShownRows } from './impact-list.tsx'

interface SummaryPanelProps {
  readonly title: string
  /** The counted noun: "cluster" or "request". */
  readonly what: string
  readonly kind: 'change' | 'concern'
  readonly names: readonly (Change | Concern)[]
  readonly tallies: Partial<Readonly<Record<Change | Concern, Tally>>>
  readonly onShow: (rows: ShownRows) => void
}

const NOTHING: Tally = { clusters: 0, globalAccounts: 0 }

/** Counts clusters and global accounts by kind of impact; each number opens its rows. */
export function SummaryPanel({ title, what, kind, names, tallies, onShow }: SummaryPanelProps) {
  return (
    <Panel title={title}>
      <SmallTable
        label={title}
        folding="late"
        columns={[
          { header: 'Effect' },
          { header: `${what[0]?.toUpperCase()}${what.slice(1)}s`, width: 96, align: 'end' },
          { header: 'Global accounts', width: 128, align: 'end' },
        ]}
      >
        {names.map(name => {
          const tally = tallies[name] ?? NOTHING
          const label = IMPACT_LABELS[name]
          return (
            <tr key={name}>
              <th scope="row">
                {tally.clusters === 0 ? <span className={text.muted}>{label}</span> : <ImpactFlag name={name} />}
              </th>
              <TallyCells tally={tally} what={what} label={label} choice={`${kind}:${name}`} onShow={onShow} />
            </tr>
          )
        })}
      </SmallTable>
    </Panel>
  )
}

/** In order of precedence. */
const ORIGINS = [
  ['database', 'Claims in the database'],
  ['kim', 'Runtimes and GardenerClusters of KIM'],
  ['import', 'Imported file'],
  ['label', 'Labels of shoots'],
  ['nobody', 'Unknown'],
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

/**
 * Counts clusters by the source of their plan and platform region, which Gardener does not store.
 */
export function SourcesPanel({ shares, clusters, onShow }: SourcesPanelProps) {
  return (
    <Panel title="Sources of plans and platform regions">
      <SmallTable label="Clusters by source" columns={SOURCE_COLUMNS} folding="late">
        {ORIGINS.map(([origin, name]) => (
          <tr key={origin}>
            <th scope="row">{name}</th>
            {ATTRIBUTES.map(([attribute, label, choice, fold]) => {
              const count = shares[attribute][origin]
              const title = `Clusters by source of the ${label}: ${name}`
              return (
                <td key={attribute} data-align="end" data-fold={fold} data-label={label}>
                  <RowCount
                    count={count}
                    what="cluster"
                    which={`, ${label}: ${name}`}
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

/** Columns of TallyCells. */
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

/** Counts what cannot be evaluated, by reason. */
export function UnknownPanel({ unknown, what, onShow }: UnknownPanelProps) {
  return (
    <Panel title="Not evaluated">
      {unknown.length === 0 ? (
        <p className={styles.note}>All {what}s were evaluated.</p>
      ) : (
        <SmallTable label="Not evaluated" columns={UNKNOWN_COLUMNS} folding="late">
          {unknown.map(({ missing, ...tally }) => (
            <tr key={missing}>
              <th scope="row">{MISSING_LABELS[missing]}</th>
              <TallyCells
                tally={tally}
                what={what}
                label={MISSING_LABELS[missing]}
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
  /** The counted noun: "cluster" or "request". */
  readonly what: string
  /** Name of the counted group. */
  readonly label: string
  readonly choice: string
  readonly onShow: (rows: ShownRows) => void
}

/**
 * Two cells: the count, and the count of global accounts. Each number opens its rows. In a narrow
 * table both share a line.
 */
function TallyCells({ tally: { clusters, globalAccounts }, what, label, choice, onShow }: TallyCellsProps) {
  const titled = (count: number, counted: string) => ({ choice, title: `${formatPlural(count, counted)}: ${label}` })
  return (
    <>
      <td data-align="end" data-fold="line" data-label={`${what}s`}>
        <RowCount count={clusters} what={what} which={`: ${label}`} rows={titled(clusters, what)} onShow={onShow} />
      </td>
      <td data-align="end" data-fold="end" data-label="global accounts">
        <RowCount
          count={globalAccounts}
          what="global account"
          which={` with ${what}s: ${label}`}
          rows={{ ...titled(globalAccounts, 'global account'), byAccount: true }}
          onShow={onShow}
        />
      </td>
    </>
  )
}
