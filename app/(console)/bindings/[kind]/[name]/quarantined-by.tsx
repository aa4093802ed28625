import { useInfiniteQuery } from '@tanstack/react-query'
import { bindingTimelineQuery } from '#app/data/binding-queries.ts'
import { TextLink } from '#components/ui/text-link.tsx'
import { paths } from '#lib/paths.ts'
import type { BindingRow } from '#lib/queries/bindings/binding-list.ts'
import { lastQuarantine } from './last-quarantine.ts'

/**
 * Author and reason of the quarantine, from the newest page of the timeline; renders nothing when
 * that does not contain it.
 */
export function QuarantinedBy({ row: { kind, name } }: { readonly row: Pick<BindingRow, 'kind' | 'name'> }) {
  const { data } = useInfiniteQuery(bindingTimelineQuery(kind, name))
  const quarantine = lastQuarantine(data?.pages[0]?.items ?? [])
  if (quarantine === null) return null
  const { actor, reason, seq } = quarantine
  return (
    <>
      <TextLink href={paths.auditEntry(seq)}>{actor}</TextLink> put it there
      {reason === null ? '.' : `: “${reason}”.`}
    </>
  )
}
