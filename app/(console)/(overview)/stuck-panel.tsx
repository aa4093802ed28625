import { BindingLink } from '#components/hap/binding-link.tsx'
import { STATE_NAMES, TimeInState } from '#components/hap/binding-state.tsx'
import { StateGlyph } from '#components/hap/state-glyph.tsx'
import { CellLink } from '#components/ui/cell-link.tsx'
import { cx } from '#components/ui/cx.ts'
import { Line, LineList, NoLines } from '#components/ui/line-list.tsx'
import { Panel } from '#components/ui/panel.tsx'
import text from '#components/ui/text.module.css'
import type { BindingRow } from '#lib/queries/bindings/binding-list.ts'
import type { Excerpt } from '#lib/queries/overview.ts'
import { formatPlural } from '#lib/util/format.ts'
import { clustersOfAccount } from '../shoots/shoot-links.ts'
import { AllOf } from './all-of.tsx'

/** Accounts that stay too long in a transient state, longest first. */
export function StuckPanel({ stuck }: { readonly stuck: Excerpt<BindingRow> }) {
  return (
    <Panel title="Stuck" aside={<AllOf excerpt={stuck} />}>
      {stuck.rows.length === 0 ? (
        <NoLines>No account is stuck in cleaning, deletion or an expired hold.</NoLines>
      ) : (
        <LineList label="Stuck">
          {stuck.rows.map(row => (
            <Line
              key={row.key}
              mark={<StateGlyph state={row.state} />}
              end={
                <span className={text.warn}>
                  {row.since !== null && <TimeInState since={row.since} isFirstLook={row.sinceIsFirstLook} />}
                </span>
              }
            >
              <BindingLink binding={row} />
              <span className={cx(text.muted, text.cut)}>
                <Reason row={row} />
              </span>
            </Line>
          ))}
        </LineList>
      )}
    </Panel>
  )
}

/** Overrides the meaning of a state where it does not explain why the account is stuck. */
const STUCK_WORDS: Partial<Readonly<Record<BindingRow['state'], string>>> = {
  terminating: 'being deleted',
  held: 'on hold beyond its end',
}

function Reason({ row }: { readonly row: BindingRow }) {
  const { state, clusters } = row
  if (clusters === 0) return STUCK_WORDS[state] ?? STATE_NAMES[state].meaning
  return (
    <>
      {state}, <CellLink href={clustersOfAccount(row)}>{formatPlural(clusters, 'cluster')}</CellLink> still on the
      account
    </>
  )
}
