'use client'

import type { QueryKey, UseQueryOptions } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useObserveModeReason } from '#app/(console)/observe-mode.tsx'
import type { ListSearch } from '#app/data/list-search.ts'
import { useParameter } from '#components/address/use-parameter.ts'
import type { Column } from '#components/data-table/column.ts'
import { TotalsLine } from '#components/hap/state-totals.tsx'
import { type Verdict, VerdictSign } from '#components/hap/verdict.tsx'
import { TAB_LABELS } from '#components/shell/nav-items.ts'
import { Button } from '#components/ui/button.tsx'
import { type Role, roleDisabledReason } from '#lib/auth/roles.ts'
import { type OperatorsTab, paths } from '#lib/paths.ts'
import type { KindWindow } from '#lib/queries/operators/list-custom-resources.ts'
import type { SearchField } from '#lib/search/field.ts'
import { filteredValues, toggleValue } from '#lib/search/value-filter.ts'
import { noListExportReason } from '../list-export.tsx'
import { ListPage } from '../list-page.tsx'
import { PagedTable } from '../paged-table.tsx'
import type { Person } from '../person.ts'
import { usePagedList } from '../use-list.ts'
import { KindGap, KindNote } from './kind-state.tsx'
import { OperatorsTabs } from './operators-tabs.tsx'

interface OperatorsListProps<Row, Key extends QueryKey> {
  readonly tab: Extract<OperatorsTab, 'clusters' | 'subscription-requests' | 'kubeconfigs'>
  /** Noun for one row, such as `subscription request`. */
  readonly noun: string
  readonly columns: readonly Column<Row>[]
  readonly stateWords: StateLabels
  /** Query for one page of rows, counted from 0. */
  readonly queryOf: (search: ListSearch, part: number) => UseQueryOptions<KindWindow<Row>, Error, KindWindow<Row>, Key>
  readonly fields: readonly SearchField[]
  readonly person: Person
  /** Role that creation needs. */
  readonly neededRole: Role
  /** Label of the creation button. */
  readonly create: string
  /** Renders the creation dialog. */
  readonly dialog: (onClose: () => void) => ReactNode
  /** Empty state of a list that was read and has no objects. */
  readonly children: ReactNode
}

const DEFAULT_SORT = { id: 'name', desc: false } as const

/** List page of all custom resources of one kind, with totals by state and creation. */
export function OperatorsList<Row extends { readonly name: string }, Key extends QueryKey>(
  props: OperatorsListProps<Row, Key>,
) {
  const { tab, noun, columns, stateWords, queryOf, fields, person, neededRole, create, dialog, children } = props
  const parted = usePagedList({ columns, queryOf, keyOf })
  const [act, setAct] = useParameter('act')
  const { answer } = parted.rows
  const { search, columns: columnChoice } = parted.list
  const labels = { page: `operators/${tab}`, heading: 'Operators', title: TAB_LABELS[tab], noun } as const
  const state = { labels, fields, ...parted }
  const obstacle = useObserveModeReason() ?? roleDisabledReason(person.role, neededRole) ?? answer?.incomplete ?? null
  return (
    <ListPage
      {...state}
      exportDisabledReason={answer?.incomplete ?? noListExportReason(answer)}
      action={
        <Button look="primary" disabledReason={obstacle} onClick={() => setAct('create')}>
          {create}
        </Button>
      }
      tabs={<OperatorsTabs tab={tab} />}
      totals={
        answer?.of !== 0 && (
          <KindTotals
            what={TAB_LABELS[tab]}
            words={stateWords}
            counts={answer?.states ?? null}
            q={search.q}
            fields={fields}
            hrefOf={q => paths.operators(tab, { q, sort: search.sort, cols: columnChoice.cols })}
          />
        )
      }
      notes={<KindNote kind={answer?.kind} />}
    >
      <PagedTable
        {...state}
        defaultSort={DEFAULT_SORT}
        none={reading =>
          answer && (
            <KindGap what={TAB_LABELS[tab]} kind={answer.kind} reading={reading}>
              {children}
            </KindGap>
          )
        }
      />
      {act === 'create' && obstacle === null && dialog(() => setAct(''))}
    </ListPage>
  )
}

function keyOf({ name }: { readonly name: string }): string {
  return name
}

/** Label and sign of each state, the most urgent first. */
type StateLabels = Readonly<
  Record<string, { readonly outcome: Parameters<typeof Verdict>[0]['outcome']; readonly label: string }>
>

interface KindTotalsProps {
  /** Plural of the kind, such as `Clusters`. */
  readonly what: string
  readonly words: StateLabels
  /** Null before the first answer. */
  readonly counts: Readonly<Record<string, number>> | null
  readonly q: string
  readonly fields: readonly SearchField[]
  /** URL of the list with this search. */
  readonly hrefOf: (q: string) => string
}

/** Counts custom resources by state, failed ones first. Each number links to its rows. */
export function KindTotals({ what, words, counts, q, fields, hrefOf }: KindTotalsProps) {
  const chosen = filteredValues(q, 'state', fields)
  const totals = Object.entries(words)
    .filter(([state]) => (counts?.[state] ?? 0) > 0 || chosen.includes(state))
    .map(([state, { outcome, label }]) => ({
      mark: <VerdictSign outcome={outcome} />,
      count: counts?.[state] ?? 0,
      label: label.toLowerCase(),
      href: hrefOf(toggleValue(q, 'state', state, fields)),
      chosen: chosen.includes(state),
    }))
  return <TotalsLine label={`${what} by state`} totals={counts && totals} />
}
