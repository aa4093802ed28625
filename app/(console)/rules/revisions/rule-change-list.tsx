import diff from '#components/hap/diff.module.css'
import { DiffLine } from '#components/hap/diff-line.tsx'
import { Disclosure } from '#components/ui/disclosure.tsx'
import text from '#components/ui/text.module.css'
import type { RuleChange } from '#lib/hap/analysis/rule-changes.ts'
import { formatPlural } from '#lib/util/format.ts'

/** Changes that are open to begin with, and those that are drawn at all. */
const SHOWN = 12
const MOST = 500

interface RuleChangeListProps {
  readonly changes: readonly RuleChange[]
  /** A sentence for no change. */
  readonly none: string
}

/** What became of each rule, with the pools it led to and leads to. */
export function RuleChangeList({ changes, none }: RuleChangeListProps) {
  if (changes.length === 0) return <p className={text.muted}>{none}</p>
  const more = changes.slice(SHOWN, MOST)
  const unseen = changes.length - SHOWN - more.length
  return (
    <div>
      <Changes changes={changes.slice(0, SHOWN)} />
      {more.length > 0 && (
        <Disclosure summary={formatPlural(changes.length - SHOWN, 'more rule')}>
          <Changes changes={more} />
          {unseen > 0 && <p className={text.muted}>and {formatPlural(unseen, 'more rule')}</p>}
        </Disclosure>
      )}
    </div>
  )
}

function Changes({ changes }: { readonly changes: readonly RuleChange[] }) {
  return (
    <ul className={diff.diff}>
      {changes.flatMap(({ before, after, poolsBefore, poolsAfter }) => [
        ...(before === null
          ? []
          : [<DiffLine key={`- ${before}`} change="removed" text={before} note={poolsBefore.join(', ')} />]),
        ...(after === null
          ? []
          : [<DiffLine key={`+ ${after}`} change="added" text={after} note={poolsAfter.join(', ')} />]),
      ])}
    </ul>
  )
}
