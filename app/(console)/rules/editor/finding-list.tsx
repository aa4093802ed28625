import { useState } from 'react'
import { Button } from '#components/ui/button.tsx'
import { Icon } from '#components/ui/icon.tsx'
import { VisuallyHidden } from '#components/ui/visually-hidden.tsx'
import type { Finding } from '#lib/rules-file/check-rules-file.ts'
import { formatCount } from '#lib/util/format.ts'
import styles from './editor.module.css'

interface FindingListProps {
  readonly findings: readonly Finding[]
  /** Number of findings; the check returns only the first ones. */
  readonly total: number
  /** Whether the findings belong to the current text. */
  readonly isCurrent?: boolean
  /** Without `onShow` and `onFix` the list is read-only. */
  readonly onShow?: (finding: Finding) => void
  readonly onFix?: (finding: Finding) => void
}

const STEP = 50

/** Lists the findings of a check in the engine's order, each with its position and its fix. */
export function FindingList({ findings, total, isCurrent = true, onShow, onFix }: FindingListProps) {
  const [limit, setLimit] = useState(STEP)
  if (findings.length === 0) return null
  return (
    <section className={styles.findings} aria-label="Findings">
      <ul>
        {findings.slice(0, limit).map((finding, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: two findings may say the same
          <li key={index} className={styles.finding} data-severity={finding.severity}>
            <Icon name={finding.severity === 'error' ? 'error' : 'warning'} size={14} />
            {onShow ? (
              <button type="button" className={styles.message} onClick={() => onShow(finding)}>
                <FindingText finding={finding} />
              </button>
            ) : (
              <span className={styles.message}>
                <FindingText finding={finding} />
              </span>
            )}
            {finding.fix && onFix && (
              <Button
                size="small"
                disabledReason={isCurrent ? null : 'The text was changed and is being checked.'}
                onClick={() => onFix(finding)}
              >
                {renderCode(finding.fix.title)}
              </Button>
            )}
            <span className={styles.place}>
              {finding.place ? `${finding.place.line}:${finding.place.column}` : 'all rules'}
            </span>
          </li>
        ))}
      </ul>
      {findings.length > limit && (
        <div className={styles.more}>
          <Button size="small" look="ghost" onClick={() => setLimit(limit + STEP)}>
            {`Show ${Math.min(STEP, findings.length - limit)} more of ${formatCount(total)}`}
          </Button>
        </div>
      )}
      {findings.length <= limit && total > findings.length && (
        <div className={styles.more}>
          {`${formatCount(total - findings.length)} more will appear as these are fixed.`}
        </div>
      )}
    </section>
  )
}

function FindingText({ finding: { severity, message, hint } }: { readonly finding: Finding }) {
  return (
    <>
      <VisuallyHidden>{severity === 'error' ? 'Error: ' : 'Warning: '}</VisuallyHidden>
      <span>{renderCode(message)}</span> {hint !== null && <span className={styles.hint}>{renderCode(hint)}</span>}
    </>
  )
}

/** Messages of the engine put code between backticks. */
function renderCode(text: string) {
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
