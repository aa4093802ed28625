'use client'

import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { APPROVALS, DECIDED, decidedQuery, waitingListQuery } from '#app/data/approval-queries.ts'
import { EmptyState } from '#components/ui/empty-state.tsx'
import { ButtonLink } from '#components/ui/links.tsx'
import { Panel } from '#components/ui/panel.tsx'
import { showToast } from '#components/ui/toast.tsx'
import { paths } from '#lib/paths.ts'
import type { SearchField } from '#lib/search/field.ts'
import type { ApprovalView } from '#lib/services/approvals/approval.ts'
import { formatPlural } from '#lib/util/format.ts'
import { noListExportReason } from '../list-export.tsx'
import { ListPage } from '../list-page.tsx'
import { PagedTable } from '../paged-table.tsx'
import type { Person } from '../person.ts'
import { RefreshFailure } from '../read-failure.tsx'
import { useTwoPersons } from '../two-persons.tsx'
import { usePagedList } from '../use-list.ts'
import { APPROVAL_COLUMNS } from './approval-columns.tsx'
import { type DecidedVerb, formatProposal, formatState } from './approval-labels.ts'
import { ApprovalTable } from './approval-table.tsx'
import styles from './approvals.module.css'
import { DecideDialog } from './decide-dialog.tsx'

interface ApprovalsListProps {
  readonly fields: readonly SearchField[]
  readonly person: Person
  readonly signedInAt: number | null
}

const LABELS = {
  page: 'approvals',
  heading: 'Approvals',
  title: 'Decided proposals',
  noun: 'decided proposal',
} as const
const DEFAULT_SORT = { id: 'proposed', desc: true } as const

const keyOf = ({ id }: ApprovalView) => id

/** Proposals that wait for a second person, above the list of decided ones. */
export function ApprovalsList({ fields, person, signedInAt }: ApprovalsListProps) {
  const { list, rows } = usePagedList({ columns: APPROVAL_COLUMNS, queryOf: decidedQuery, keyOf })
  const { data: waiting, error, refetch } = useQuery(waitingListQuery())
  const queries = useQueryClient()
  const [open, setOpen] = useState<{ readonly verb: DecidedVerb; readonly approval: ApprovalView } | null>(null)
  const decided = (now: ApprovalView) => {
    setOpen(null)
    showToast({ text: `${formatProposal(now)}: ${formatState(now)}` })
    for (const key of [APPROVALS, DECIDED]) void queries.invalidateQueries({ queryKey: [key] })
  }
  const state = { labels: LABELS, fields, list, rows }
  return (
    <>
      <ListPage
        {...state}
        exportDisabledReason={noListExportReason(rows.answer)}
        summary={waiting && `${formatPlural(waiting.waiting, 'proposal')} waiting for a second person`}
        totals={
          <>
            {error !== null && rows.error === null && <RefreshFailure error={error} onRetry={() => void refetch()} />}
            {waiting !== undefined && waiting.approvals.length > 0 && (
              <div className={styles.waiting}>
                <Panel title="Waiting" aside="Proposals expire after 24 hours">
                  <ApprovalTable
                    approvals={waiting.approvals}
                    role={person.role}
                    onDecide={(verb, approval) => setOpen({ verb, approval })}
                  />
                </Panel>
              </div>
            )}
          </>
        }
      >
        <PagedTable
          {...state}
          defaultSort={DEFAULT_SORT}
          ofGardener={false}
          none={() => <NothingDecided waiting={waiting?.waiting ?? 0} />}
        />
      </ListPage>
      {open && (
        <DecideDialog
          verb={open.verb}
          approval={open.approval}
          person={person}
          signedInAt={signedInAt}
          onClose={() => setOpen(null)}
          onDecided={decided}
        />
      )}
    </>
  )
}

function NothingDecided({ waiting }: { readonly waiting: number }) {
  const needed = useTwoPersons()
  return (
    <EmptyState
      reason="empty"
      title={waiting > 0 ? 'Nothing decided yet' : 'No proposals yet'}
      actions={<ButtonLink href={paths.bindings()}>All bindings</ButtonLink>}
    >
      {needed
        ? 'Dangerous actions appear here for a second person’s approval.'
        : 'Four-eyes approval is off. Set HAP_TWO_PERSON=dangerous to require a second person for dangerous actions.'}
    </EmptyState>
  )
}
