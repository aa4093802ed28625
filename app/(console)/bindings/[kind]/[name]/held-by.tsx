import { useInfiniteQuery } from '@tanstack/react-query'
import { bindingTimelineQuery } from '#app/data/binding-queries.ts'
import { Fact } from '#components/ui/facts.tsx'
import text from '#components/ui/text.module.css'
import { TextLink } from '#components/ui/text-link.tsx'
import { paths } from '#lib/paths.ts'
import type { BindingRow } from '#lib/queries/bindings/binding-list.ts'
import { lastHold } from './last-hold.ts'

/**
 * Author of the hold, from the newest page of the timeline; renders nothing when that does not
 * contain it.
 */
export function HeldBy({ row: { kind, name } }: { readonly row: Pick<BindingRow, 'kind' | 'name'> }) {
  const { data } = useInfiniteQuery(bindingTimelineQuery(kind, name))
  const hold = lastHold(data?.pages[0]?.items ?? [])
  if (hold === null) return null
  const { actor, role, seq } = hold
  return (
    <Fact name="Held by">
      <TextLink href={paths.auditEntry(seq)}>{actor}</TextLink>
      {role !== null && <span className={text.muted}>{role}</span>}
    </Fact>
  )
}
