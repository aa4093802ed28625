import { useQuery } from '@tanstack/react-query'
import { driftQuery } from '#app/data/rules-queries.ts'
import { Tag } from '#components/ui/tag.tsx'
import { TextLink } from '#components/ui/text-link.tsx'
import { paths } from '#lib/paths.ts'
import { formatPlural } from '#lib/util/format.ts'
import { useCases } from './cases/use-cases.ts'
import { driftMark } from './revisions/drift-messages.ts'

/** Beside the title of the page: cases that the draft breaks, whichever tab is open. */
export function CasesTag() {
  const { results } = useCases()
  const failed = results?.filter(({ passed }) => !passed).length ?? 0
  return failed === 0 ? null : <Tag tone="danger">{formatPlural(failed, 'case')} failing</Tag>
}

/** Beside the title of the page, whichever tab is open: others do not read the rules that were published. */
export function DriftTag() {
  const { data } = useQuery(driftQuery())
  if (!data?.drift) return null
  const mark = driftMark(data.drift, data.pending)
  if (mark === null) return null
  return (
    <TextLink href={paths.rules({ tab: 'revisions' })}>
      <Tag tone={data.pending?.kind === 'writing' ? 'info' : 'warn'}>{mark}</Tag>
    </TextLink>
  )
}
