import { Tag } from '#components/ui/tag.tsx'
import { formatPlural } from '#lib/util/format.ts'
import { useCases } from './use-cases.ts'

/** Beside the title of the page: cases that the draft breaks, whichever tab is open. */
export function CasesTag() {
  const { results } = useCases()
  const failed = results?.filter(({ passed }) => !passed).length ?? 0
  return failed === 0 ? null : <Tag tone="danger">{formatPlural(failed, 'case')} failing</Tag>
}
