import type { ReactNode } from 'react'
import { cx } from '#components/ui/cx.ts'
import { VisuallyHidden } from '#components/ui/visually-hidden.tsx'
import styles from './label-diff.module.css'
import { yamlText } from './yaml-text.ts'

interface DiffLine {
  readonly change: 'added' | 'removed' | 'kept'
  readonly key: string
  readonly value: string
  /** Grey words at the right: "label", "annotation", "stays until it is clean". */
  readonly note?: string
  /** The value is no text, and stands as it is: a number. */
  readonly bare?: boolean
}

interface LabelDiffProps {
  /** What is changed: "CredentialsBinding garden-kyma/aws-0031". */
  readonly object?: ReactNode
  readonly version?: string
  readonly lines: readonly DiffLine[]
}

const SIGN = { added: '+', removed: '-', kept: '' } as const
const WORD = { added: 'added: ', removed: 'removed: ', kept: 'unchanged: ' } as const

/** What a change does to the labels and annotations of one object, line by line. */
export function LabelDiff({ object, version, lines }: LabelDiffProps) {
  return (
    <div className={styles.diff}>
      {object !== undefined && (
        <div className={styles.object}>
          <span className={styles.name}>{object}</span>
          {version !== undefined && <span className={styles.note}>version {version}</span>}
        </div>
      )}
      <ul>
        {lines.map(({ change, key, value, note, bare }) => (
          <li key={`${change} ${key} ${value}`} className={cx(styles.line, styles[change])}>
            <span className={styles.sign} aria-hidden="true">
              {SIGN[change]}
            </span>
            <span className={styles.text}>
              <VisuallyHidden>{WORD[change]}</VisuallyHidden>
              {key}: {bare ? value : yamlText(value)}
            </span>
            {note !== undefined && <span className={styles.note}>{note}</span>}
          </li>
        ))}
      </ul>
    </div>
  )
}
