import { useQuery } from '@tanstack/react-query'
import { driftQuery } from '#app/data/rules-queries.ts'
import { TextLink } from '#components/ui/links.tsx'
import { Tag } from '#components/ui/tag.tsx'
import { paths } from '#lib/paths.ts'
import { formatPlural } from '#lib/util/format.ts'
import { useCases } from './cases/use-cases.ts'
import { formatDriftLabel } from './revisions/drift-messages.ts'

/** Counts failing cases beside the page title. */
export function CasesTag() {
  const { results } = useCases()
  const failed = results?.filter(({ passed }) => !passed).length ?? 0
  return failed === 0 ? null : <Tag tone="danger">{formatPlural(failed, 'case')} failing</Tag>
}

/** Marks beside the page title that other readers do not have the published rules. */
export function DriftTag() {
  const { data } = useQuery(driftQuery())
  if (!data?.drift) return null
  const mark = formatDriftLabel(data.drift, data.pending)
  if (mark === null) return null
  return (
    <TextLink href={paths.rules({ tab: 'revisions' })}>
      <Tag tone={data.pending?.kind === 'writing' ? 'info' : 'warn'}>{mark}</Tag>
    </TextLink>
  )
}
