import { useInfiniteQuery } from '@tanstack/react-query'
import { bindingTimelineQuery } from '#app/data/binding-queries.ts'
import { TimeInState } from '#components/hap/binding-state.tsx'
import { formatYaml } from '#components/hap/label-diff.tsx'
import { CopyButton } from '#components/ui/copy-button.tsx'
import { cx } from '#components/ui/cx.ts'
import { Fact, Facts } from '#components/ui/facts.tsx'
import { NoLines } from '#components/ui/line-list.tsx'
import { TextLink } from '#components/ui/links.tsx'
import { Panel } from '#components/ui/panel.tsx'
import { RelativeTime } from '#components/ui/relative-time.tsx'
import text from '#components/ui/text.module.css'
import { ANNOTATIONS } from '#lib/hap/pools/binding.ts'
import { LABEL_NAMES } from '#lib/hap/pools/labels.ts'
import { compareText } from '#lib/hap/text.ts'
import { paths } from '#lib/paths.ts'
import type { AuditRow } from '#lib/queries/audit/audit-list.ts'
import type { BindingDetail } from '#lib/queries/bindings/binding-detail.ts'
import type { BindingRow } from '#lib/queries/bindings/binding-list.ts'
import type { TimelineItem } from '#lib/queries/timeline.ts'
import { formatExact } from '#lib/util/format.ts'
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
      {pairs.length === 0 ? <NoLines>No labels.</NoLines> : <PairTable label="Labels" pairs={pairs} />}
    </Panel>
  )
}

interface PairTableProps {
  readonly label: string
  readonly pairs: readonly (readonly [key: string, value: string])[]
}

/** Keys and values exactly as in the object, ready to copy. */
function PairTable({ label, pairs }: PairTableProps) {
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

const KNOWN: ReadonlySet<string> = new Set(Object.values(ANNOTATIONS))

/** Labels for the annotations that HAP writes to the binding. Unknown ones are shown raw. */
export function AnnotationsPanel({ detail }: { readonly detail: BindingDetail }) {
  const { annotations, row, epoch, hold, evidence } = detail
  const step = annotations[ANNOTATIONS.state]
  const unknown = Object.entries(annotations).filter(([key]) => !KNOWN.has(key))
  return (
    <Panel title="HAP annotations">
      {Object.keys(annotations).length === 0 ? (
        <NoLines>Not changed by HAP yet.</NoLines>
      ) : (
        <Facts>
          {hold !== null && (
            <Fact name="Hold reason">
              <span className={styles.words}>{hold.reason === '' ? 'none given' : hold.reason}</span>
            </Fact>
          )}
          {hold !== null && <HeldBy row={row} />}
          {hold !== null && <Fact name="Held until">{formatHoldEnd(hold.until)}</Fact>}
          {step !== undefined && step !== row.state && (
            <Fact name="Step">
              {step}
              <span className={text.muted}>no effect while the binding is {row.state}</span>
            </Fact>
          )}
          {row.since !== null && (
            <Fact name="In this state">
              <TimeInState since={row.since} isFirstLook={row.sinceIsFirstLook} />
              <span className={text.muted}>
                {row.sinceIsFirstLook ? 'since at least' : 'since'} {formatExact(row.since)}
              </span>
            </Fact>
          )}
          {epoch !== null && (
            <Fact name="Revision">
              <span className={text.mono}>{epoch}</span>
              <span className={text.muted}>counts claims and changes</span>
            </Fact>
          )}
          {evidence !== null && (
            <Fact name="Evidence">
              <span className={styles.words}>{evidence}</span>
              {row.state === 'dirty' && <span className={text.muted}>from the previous cleaning</span>}
            </Fact>
          )}
        </Facts>
      )}
      {unknown.length > 0 && <PairTable label="Other annotations" pairs={unknown} />}
    </Panel>
  )
}

function formatHoldEnd(until: string | null) {
  if (until === null || Number.isNaN(Date.parse(until))) return 'removed manually'
  return (
    <>
      <RelativeTime at={until} />
      <span className={text.muted}>{formatExact(until)}</span>
    </>
  )
}

/**
 * Author of the hold, from the newest page of the timeline; renders nothing when that does not
 * contain it.
 */
function HeldBy({ row: { kind, name } }: { readonly row: Pick<BindingRow, 'kind' | 'name'> }) {
  const { data } = useInfiniteQuery(bindingTimelineQuery(kind, name))
  const hold = findHoldAction(data?.pages[0]?.items ?? [])
  if (hold === null) return null
  const { actor, role, seq } = hold
  return (
    <Fact name="Held by">
      <TextLink href={paths.auditEntry(seq)}>{actor}</TextLink>
      {role !== null && <span className={text.muted}>{role}</span>}
    </Fact>
  )
}

/**
 * Returns the action that set the current hold; null when something else changed the hold since.
 * Items are newest first.
 */
export function findHoldAction(items: readonly TimelineItem[]): AuditRow | null {
  for (const item of items) {
    if (item.kind === 'state' && item.to !== 'held') return null
    if (item.kind !== 'action' || item.row.outcome !== 'accepted') continue
    if (item.row.action === 'hold') return item.row
    if (item.row.action === 'unhold') return null
  }
  return null
}

/**
 * Returns the action that set the current quarantine; null when a cleaner did, or something else
 * changed the state since. Holds do not change a quarantine. Items are newest first.
 */
export function findQuarantineAction(items: readonly TimelineItem[]): AuditRow | null {
  for (const item of items) {
    if (item.kind === 'state' && (endsQuarantine(item.to) || isAutomatic(item))) return null
    if (item.kind !== 'action' || item.row.outcome !== 'accepted') continue
    if (item.row.action === 'quarantine') return item.row
    if (item.row.action === 'lift' || (item.led !== null && endsQuarantine(item.led.to))) return null
  }
  return null
}

type StateItem = Extract<TimelineItem, { kind: 'state' }>

function endsQuarantine(to: StateItem['to']): boolean {
  return to !== 'quarantined' && to !== 'held'
}

/** The console quarantined the account without an action of a person. */
function isAutomatic({ to, actor, action }: StateItem): boolean {
  return to === 'quarantined' && actor !== null && action === null
}
