import type { ReactNode } from 'react'
import { cx } from '#components/ui/cx.ts'
import { VisuallyHidden } from '#components/ui/visually-hidden.tsx'
import diff from './diff.module.css'
import styles from './label-diff.module.css'

interface LabelLine {
  readonly change: 'added' | 'removed' | 'kept'
  readonly key: string
  readonly value: string
  /** Note at the right end: "label", "annotation", "stays until it is clean". */
  readonly note?: string
  /** Shows the value without YAML quoting, as for a number. */
  readonly bare?: boolean
}

interface LabelDiffProps {
  /** The changed object: "CredentialsBinding garden-kyma/aws-0031". */
  readonly object?: ReactNode
  readonly version?: string
  readonly lines: readonly LabelLine[]
}

/** Changes to the labels and annotations of one object, line by line. */
export function LabelDiff({ object, version, lines }: LabelDiffProps) {
  return (
    <div className={diff.diff}>
      {object !== undefined && (
        <div className={styles.object}>
          <span className={styles.name}>{object}</span>
          {version !== undefined && <span className={styles.version}>version {version}</span>}
        </div>
      )}
      <ul>
        {lines.map(({ change, key, value, note, bare }) => (
          <DiffLine
            key={`${change} ${key} ${value}`}
            change={change}
            text={`${key}: ${bare ? value : formatYaml(value)}`}
            note={note}
          />
        ))}
      </ul>
    </div>
  )
}

interface DiffLineProps {
  readonly change: 'kept' | 'removed' | 'added'
  readonly text: string
  /** Note at the right end. */
  readonly note?: string | undefined
}

const SIGN = { added: '+', removed: '-', kept: '' } as const
const WORDS_READ = { added: 'added: ', removed: 'removed: ', kept: 'unchanged: ' } as const

/** A line of a diff. Screen readers get the sign as a word. */
export function DiffLine({ change, text, note }: DiffLineProps) {
  return (
    <li className={cx(diff.line, diff[change])}>
      <span className={diff.sign} aria-hidden="true">
        {SIGN[change]}
      </span>
      <span className={diff.text}>
        <VisuallyHidden>{WORDS_READ[change]}</VisuallyHidden>
        {text}
      </span>
      {note !== undefined && <span className={diff.note}>{note}</span>}
    </li>
  )
}

/** Plain scalars that YAML 1.1 or 1.2 does not parse as strings. */
const NOT_A_TEXT = /^(true|false|yes|no|on|off|y|n|null|~|[-+]?(\.inf|\d.*|[\d._]*(e[-+]?\d+)?)|\.nan)$/i

/** Characters of plain scalars; includes all characters of label values. */
const PLAIN = /^[A-Za-z0-9_./][\w./+-]*$/

/** Formats a string as YAML, quoted where a plain scalar would have another type. */
export function formatYaml(value: string): string {
  return PLAIN.test(value) && (!NOT_A_TEXT.test(value) || UUID.test(value)) ? value : JSON.stringify(value)
}

/** Ids of global accounts are strings, even when they begin like a number. */
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i
