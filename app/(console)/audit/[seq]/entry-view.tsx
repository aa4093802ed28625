'use client'

import { useQuery } from '@tanstack/react-query'
import { auditEntryQuery } from '#app/data/audit-queries.ts'
import { AuditTarget } from '#components/hap/audit-target.tsx'
import { BindingLink } from '#components/hap/binding-link.tsx'
import { OutcomeTag } from '#components/hap/outcome-tag.tsx'
import { DetailColumns } from '#components/shell/detail-columns.tsx'
import { PageHead } from '#components/shell/page-head.tsx'
import { RelativeTime } from '#components/ui/relative-time.tsx'
import { Skeleton } from '#components/ui/skeleton.tsx'
import { useKeptError } from '#components/ui/use-kept-error.ts'
import { actionVerb } from '#lib/hap/audit/target.ts'
import { bindingKey } from '#lib/hap/pools/binding.ts'
import type { AuditEntryView } from '#lib/queries/audit/audit-entry.ts'
import { formatCount, formatExact } from '#lib/util/format.ts'
import { NotReadAgain } from '../../not-read-again.tsx'
import { ReadFailure } from '../../read-failure.tsx'
import { ChangePanel } from './change-panel.tsx'
import { EntryPanel } from './entry-panel.tsx'
import { OutcomesPanel } from './outcomes-panel.tsx'

/** All that the log has of one action. */
export function EntryView({ seq }: { readonly seq: string }) {
  const { data, error: failure, refetch } = useQuery(auditEntryQuery(seq))
  const error = useKeptError(data, failure)
  const retry = () => void refetch()
  return (
    <>
      <PageHead
        title={data ? actionVerb(data.row.action) : `Entry ${seq}`}
        badge={data && <OutcomeTag outcome={data.row.outcome} />}
        facts={data && <EntryFacts row={data.row} />}
      />
      {data && error && <NotReadAgain error={error} onRetry={retry} />}
      {data ? (
        <DetailColumns
          main={
            <>
              <ChangePanel entry={data} />
              <EntryPanel entry={data} />
            </>
          }
          side={<OutcomesPanel entry={data} />}
        />
      ) : error ? (
        <ReadFailure error={error} onRetry={retry} />
      ) : (
        <DetailColumns main={<Skeleton width="100%" height={240} />} side={<Skeleton width="100%" height={160} />} />
      )}
    </>
  )
}

/** Targets in the head of the page; all of them stand below. */
const SHOWN = 5

function EntryFacts({ row: { targets, claimed, actor, role, at } }: Pick<AuditEntryView, 'row'>) {
  const others = targets.filter(target => claimed === null || target !== bindingKey(claimed))
  return (
    <>
      {claimed !== null && <BindingLink binding={claimed} />}
      {others.slice(0, SHOWN).map(target => (
        <AuditTarget key={target} target={target} />
      ))}
      {others.length > SHOWN && <span>and {formatCount(others.length - SHOWN)} more</span>}
      <span>
        by {actor}
        {role !== null && `, ${role}`}
      </span>
      <span>
        {formatExact(at)}, <RelativeTime at={at} />
      </span>
    </>
  )
}
