import diff from '#components/hap/diff.module.css'
import { DiffLine } from '#components/hap/diff-line.tsx'
import type { DiffHunk } from '#lib/hap/text/line-diff.ts'
import { formatPlural } from '#lib/util/format.ts'
import styles from './revisions.module.css'

/** Lines that are drawn; a longer difference is read in the two files. */
const MOST = 400

interface TextDiffProps {
  readonly hunks: readonly DiffHunk[]
  /** Lines of the difference that are not in the hunks. */
  readonly moreLines?: number
}

/** A unified difference of two texts. */
export function TextDiff({ hunks, moreLines = 0 }: TextDiffProps) {
  const lines = hunks.reduce((sum, hunk) => sum + hunk.lines.length, moreLines)
  let left = MOST
  return (
    <div className={diff.diff}>
      {hunks.map(hunk => {
        const shown = hunk.lines.slice(0, Math.max(0, left))
        left -= shown.length
        return (
          shown.length > 0 && (
            <section key={`${hunk.oldStart} ${hunk.newStart}`} aria-label={`From line ${hunk.newStart}`}>
              <p className={styles.hunk}>
                line {hunk.oldStart}, now line {hunk.newStart}
              </p>
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
      {lines > MOST && <p className={styles.hunk}>and {formatPlural(lines - MOST, 'more line')}</p>}
    </div>
  )
}
