'use client'

import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { APPROVALS, approvalsQuery } from '#app/data/approval-queries.ts'
import { PageHead } from '#components/shell/page-head.tsx'
import { ButtonLink } from '#components/ui/button-link.tsx'
import { EmptyState } from '#components/ui/empty-state.tsx'
import { formatPlural } from '#components/ui/format.ts'
import { Panel } from '#components/ui/panel.tsx'
import { showToast } from '#components/ui/toast.ts'
import { paths } from '#lib/paths.ts'
import type { ApprovalView } from '#lib/services/approvals/approval-row.ts'
import { NotReadAgain } from '../not-read-again.tsx'
import type { Person } from '../person.ts'
import { ReadFailure } from '../read-failure.tsx'
import { ApprovalTable } from './approval-table.tsx'
import { type DecidedVerb, stateSentence, whatOf } from './approval-words.ts'
import styles from './approvals.module.css'
import { DecideDialog } from './decide-dialog.tsx'
import { useTwoPersons } from './two-persons.tsx'

interface ApprovalsListProps {
  readonly person: Person
  readonly signedInAt: number | null
}

/** What waits for a second person, with the ways to decide on it, and what was decided lately. */
export function ApprovalsList({ person, signedInAt }: ApprovalsListProps) {
  const { data, error, refetch } = useQuery(approvalsQuery())
  const needed = useTwoPersons()
  const queries = useQueryClient()
  const [open, setOpen] = useState<{ readonly verb: DecidedVerb; readonly approval: ApprovalView } | null>(null)
  const retry = () => void refetch()
  const decided = (now: ApprovalView) => {
    setOpen(null)
    showToast({ text: `${whatOf(now)}: ${stateSentence(now)}` })
    void queries.invalidateQueries({ queryKey: [APPROVALS] })
  }
  const waiting = data?.approvals.filter(({ state }) => state === 'waiting') ?? []
  const over = data?.approvals.filter(({ state }) => state !== 'waiting') ?? []
  return (
    <>
      <PageHead
        title="Approvals"
        summary={data && `${formatPlural(data.waiting, 'proposal')} waiting for a second person`}
      />
      {data && error && <NotReadAgain error={error} onRetry={retry} />}
      {error && !data ? (
        <ReadFailure error={error} onRetry={retry} />
      ) : data?.approvals.length === 0 ? (
        <EmptyState
          reason="empty"
          title="No proposals yet"
          actions={<ButtonLink href={paths.bindings()}>All bindings</ButtonLink>}
        >
          {needed
            ? 'What is dangerous is proposed from its dialog, and done once somebody else approves it here.'
            : 'Here dangerous actions take one person. With HAP_TWO_PERSON=dangerous they are proposed, and done once somebody else approves.'}
        </EmptyState>
      ) : (
        <div className={styles.panels}>
          {waiting.length > 0 && (
            <Panel title="Waiting" aside="A proposal waits for 24 hours">
              <ApprovalTable
                label="Waiting proposals"
                approvals={waiting}
                role={person.role}
                onDecide={(verb, approval) => setOpen({ verb, approval })}
              />
            </Panel>
          )}
          {over.length > 0 && (
            <Panel title="Decided">
              <ApprovalTable label="Decided proposals" approvals={over} role={person.role} onDecide={null} />
            </Panel>
          )}
        </div>
      )}
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
