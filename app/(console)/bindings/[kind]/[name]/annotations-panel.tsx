import { useInfiniteQuery } from '@tanstack/react-query'
import { bindingTimelineQuery } from '#app/data/binding-queries.ts'
import { TimeInState } from '#components/hap/binding-state.tsx'
import { Fact, Facts } from '#components/ui/facts.tsx'
import { NoLines } from '#components/ui/line-list.tsx'
import { Panel } from '#components/ui/panel.tsx'
import { RelativeTime } from '#components/ui/relative-time.tsx'
import text from '#components/ui/text.module.css'
import { TextLink } from '#components/ui/text-link.tsx'
import { ANNOTATIONS } from '#lib/hap/pools/binding.ts'
import { paths } from '#lib/paths.ts'
import type { BindingDetail } from '#lib/queries/bindings/binding-detail.ts'
import type { BindingRow } from '#lib/queries/bindings/binding-list.ts'
import { formatExact } from '#lib/util/format.ts'
import styles from './binding.module.css'
import { PairTable } from './labels-panel.tsx'
import { findHoldAction } from './last-action.ts'

const KNOWN: ReadonlySet<string> = new Set(Object.values(ANNOTATIONS))

/** Labels for the annotations that HAP writes to the binding. Unknown ones are shown raw. */
export function AnnotationsPanel({ detail }: { readonly detail: BindingDetail }) {
  const { annotations, row, epoch, hold, evidence } = detail
  const step = annotations[ANNOTATIONS.state]
  const unknown = Object.entries(annotations).filter(([key]) => !KNOWN.has(key))
  return (
    <Panel title="HAP annotations">
      {Object.keys(annotations).length === 0 ? (
        <NoLines>None. HAP has not changed this binding yet.</NoLines>
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
              <span className={text.muted}>has no effect while it is {row.state}</span>
            </Fact>
          )}
          {row.since !== null && (
            <Fact name="In this state">
              <TimeInState since={row.since} isFirstLook={row.sinceIsFirstLook} />
              <span className={text.muted}>
                {row.sinceIsFirstLook ? 'not known since when; first seen so' : 'since'} {formatExact(row.since)}
              </span>
            </Fact>
          )}
          {epoch !== null && (
            <Fact name="Epoch">
              <span className={text.mono}>{epoch}</span>
              <span className={text.muted}>one per selection or change</span>
            </Fact>
          )}
          {evidence !== null && (
            <Fact name="Evidence">
              <span className={styles.words}>{evidence}</span>
              {row.state === 'dirty' && (
                <span className={text.muted}>from the last cleaning, before it became dirty again</span>
              )}
            </Fact>
          )}
        </Facts>
      )}
      {unknown.length > 0 && <PairTable label="Other annotations" pairs={unknown} />}
    </Panel>
  )
}

function formatHoldEnd(until: string | null) {
  if (until === null || Number.isNaN(Date.parse(until))) return 'someone ends it'
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
