import { useQuery } from '@tanstack/react-query'
import { driftQuery } from '#app/data/rules-queries.ts'
import { Tag } from '#components/ui/tag.tsx'
import { TextLink } from '#components/ui/text-link.tsx'
import { paths } from '#lib/paths.ts'
import { driftMark } from './drift-words.ts'

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
