import diff from '#components/hap/diff.module.css'
import { DiffLine } from '#components/hap/label-diff.tsx'
import { Disclosure } from '#components/ui/disclosure.tsx'
import text from '#components/ui/text.module.css'
import type { RuleChange } from '#lib/hap/analysis/rule-changes.ts'
import { formatPlural } from '#lib/util/format.ts'
import type { DiffHunk } from '#lib/util/line-diff.ts'
import styles from './revisions.module.css'

/** Changes shown at first, and the limit of rendered changes. */
const EXPANDED_RULES = 12
const MAX_RULES = 500

interface RuleChangeListProps {
  readonly changes: readonly RuleChange[]
  /** Sentence for an empty list. */
  readonly none: string
}

/** Lists changed rules with their old and new pools. */
export function RuleChangeList({ changes, none }: RuleChangeListProps) {
  if (changes.length === 0) return <p className={text.muted}>{none}</p>
  const more = changes.slice(EXPANDED_RULES, MAX_RULES)
  const unseen = changes.length - EXPANDED_RULES - more.length
  return (
    <div>
      <Changes changes={changes.slice(0, EXPANDED_RULES)} />
      {more.length > 0 && (
        <Disclosure summary={formatPlural(changes.length - EXPANDED_RULES, 'more rule')}>
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

/** Limit of rendered lines; a longer difference is read in the files. */
const MAX_LINES = 400

interface TextDiffProps {
  readonly hunks: readonly DiffHunk[]
  /** Lines of the difference beyond the hunks. */
  readonly moreLines?: number
}

/** Renders a unified diff of two texts. */
export function TextDiff({ hunks, moreLines = 0 }: TextDiffProps) {
  const lines = hunks.reduce((sum, hunk) => sum + hunk.lines.length, moreLines)
  let remaining = MAX_LINES
  return (
    <div className={diff.diff}>
      {hunks.map(hunk => {
        const shown = hunk.lines.slice(0, Math.max(0, remaining))
        remaining -= shown.length
        return (
          shown.length > 0 && (
            <section key={`${hunk.oldStart} ${hunk.newStart}`} aria-label={`From line ${hunk.newStart}`}>
              <p className={styles.hunk}>@@ line {hunk.newStart} @@</p>
              <ul>
                {shown.map(({ change, text }, place) => (
                  // biome-ignore lint/suspicious/noArrayIndexKey: a line has no identity but its place
                  <DiffLine key={place} change={change} text={text} />
                ))}
              </ul>
            </section>
          )
        )
      })}
      {lines > MAX_LINES && <p className={styles.hunk}>and {formatPlural(lines - MAX_LINES, 'more line')}</p>}
    </div>
  )
}
