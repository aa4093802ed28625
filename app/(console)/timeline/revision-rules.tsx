import { RuleText } from '#components/hap/rule-text.tsx'
import { Disclosure } from '#components/ui/disclosure.tsx'
import { SmallTable } from '#components/ui/small-table.tsx'
import text from '#components/ui/text.module.css'
import { formatPlural } from '#lib/util/format.ts'

const COLUMNS = [{ header: '#', width: 48 }, { header: 'Rule' }] as const

/** Rules that are drawn; nobody reads more of them in one place. */
const DRAWN = 500

interface RevisionRulesProps {
  readonly texts: readonly string[]
  /** Number of the chosen rule, from 1. */
  readonly chosen: number | null
}

/** All rules as they were when a claim was decided. */
export function RevisionRules({ texts, chosen }: RevisionRulesProps) {
  const more = texts.length - DRAWN
  return (
    <Disclosure summary={`${formatPlural(texts.length, 'rule')} of this revision`}>
      <SmallTable label="Rules of this revision" columns={COLUMNS} folding="late">
        {texts.slice(0, DRAWN).map((rule, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a rule of a past revision has its place for good
          <tr key={index} data-chosen={index + 1 === chosen || undefined}>
            <td className={text.faint} data-fold="hidden">
              {index + 1}
            </td>
            <th scope="row">
              <RuleText text={rule} faint={index + 1 !== chosen} />
            </th>
          </tr>
        ))}
      </SmallTable>
      {more > 0 && <p className={text.muted}>and {formatPlural(more, 'more rule')}</p>}
    </Disclosure>
  )
}
