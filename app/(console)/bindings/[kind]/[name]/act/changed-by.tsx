import { useQuery } from '@tanstack/react-query'
import { TextLink } from '#components/ui/text-link.tsx'
import type { EpochSpan } from '#lib/hap/audit/entry-change.ts'
import { actionVerb } from '#lib/hap/audit/target.ts'
import { type BindingRef, bindingKey } from '#lib/hap/pools/binding.ts'
import { paths } from '#lib/paths.ts'
import { changedBy } from '../actions.ts'

interface ChangedByProps {
  readonly binding: BindingRef
  readonly span: EpochSpan
}

/** The outcome may be recorded shortly after its change is visible. */
const AGAIN_MS = 1_000

/**
 * Author, action and reason of a change to a binding; renders nothing while the author is unknown.
 */
export function ChangedBy({ binding, span }: ChangedByProps) {
  const { data } = useQuery({
    queryKey: ['changed-by', bindingKey(binding), span],
    queryFn: () => changedBy(binding, span).catch(() => null),
    enabled: span.to > span.from,
    refetchInterval: ({ state }) => (state.data?.length === 0 && state.dataUpdateCount < 3 ? AGAIN_MS : false),
    gcTime: 0,
  })
  if (span.to <= span.from) return <p>It was changed outside HAP: no action here did it.</p>
  return data?.map(({ seq, action, actor, role, reason, ticket }) => (
    <p key={seq}>
      <TextLink href={paths.auditEntry(seq)}>{actionVerb(action)}</TextLink> by {actor}
      {role !== null && `, ${role}`}
      {reason !== null && `: ${reason}`}
      {ticket !== null && ` (${ticket})`}
    </p>
  ))
}
