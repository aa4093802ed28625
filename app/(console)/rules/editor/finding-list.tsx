import { useState } from 'react'
import { Button } from '#components/ui/button.tsx'
import { Icon } from '#components/ui/icon.tsx'
import { VisuallyHidden } from '#components/ui/visually-hidden.tsx'
import type { Finding } from '#lib/rules-file/check-rules-file.ts'
import { formatCount } from '#lib/util/format.ts'
import styles from './editor.module.css'

interface FindingListProps {
  readonly findings: readonly Finding[]
  /** How many were found; of very many the first are told. */
  readonly total: number
  /** They are those of the text as it is now. */
  readonly isNow?: boolean
  /** Without these two the list only tells. */
  readonly onShow?: (finding: Finding) => void
  readonly onFix?: (finding: Finding) => void
}

const STEP = 50

/** What was found in the draft, in the order of the engine: each goes to its place, and brings its fix. */
export function FindingList({ findings, total, isNow = true, onShow, onFix }: FindingListProps) {
  const [most, setMost] = useState(STEP)
  if (findings.length === 0) return null
  return (
    <section className={styles.findings} aria-label="Findings">
      <ul>
        {findings.slice(0, most).map((finding, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: two findings may say the same
          <li key={index} className={styles.finding} data-severity={finding.severity}>
            <Icon name={finding.severity === 'error' ? 'error' : 'warning'} size={14} />
            {onShow ? (
              <button type="button" className={styles.words} onClick={() => onShow(finding)}>
                <Words finding={finding} />
              </button>
            ) : (
              <span className={styles.words}>
                <Words finding={finding} />
              </span>
            )}
            {finding.fix && onFix && (
              <Button
                size="small"
                disabledReason={isNow ? null : 'The text was changed; it is being checked again.'}
                onClick={() => onFix(finding)}
              >
                {inCode(finding.fix.title)}
              </Button>
            )}
            <span className={styles.place}>
              {finding.place ? `${finding.place.line}:${finding.place.column}` : 'all rules'}
            </span>
          </li>
        ))}
      </ul>
      {findings.length > most && (
        <div className={styles.more}>
          <Button size="small" look="ghost" onClick={() => setMost(most + STEP)}>
            {`Show ${Math.min(STEP, findings.length - most)} more of ${formatCount(total)}`}
          </Button>
        </div>
      )}
      {findings.length <= most && total > findings.length && (
        <div className={styles.more}>
          {`${formatCount(total - findings.length)} more are told as these are mended.`}
        </div>
      )}
    </section>
  )
}

function Words({ finding: { severity, message, hint } }: { readonly finding: Finding }) {
  return (
    <>
      <VisuallyHidden>{severity === 'error' ? 'Error: ' : 'Warning: '}</VisuallyHidden>
      <span>{inCode(message)}</span> {hint !== null && <span className={styles.hint}>{inCode(hint)}</span>}
    </>
  )
}

/** The engine puts what can be pasted between backticks. */
function inCode(text: string) {
  return text.split('`').map((part, index) =>
    index % 2 === 0 ? (
      part
    ) : (
      // biome-ignore lint/suspicious/noArrayIndexKey: a part has no identity but its place
      <code key={index} className={styles.inCode}>
        {part}
      </code>
    ),
  )
}
