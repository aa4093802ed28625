import { type ChangeEvent, useRef } from 'react'
import { Button } from '#components/ui/button.tsx'
import { Icon } from '#components/ui/icon.tsx'
import { dottedPath } from '#lib/hap/document.ts'
import { formatPlural } from '#lib/util/format.ts'
import { useDraft } from '../use-draft.ts'
import styles from './editor.module.css'
import { ExportMenu } from './export-menu.tsx'
import type { RulesEditor } from './rules-editor.ts'

interface EditorBarProps {
  /** Null until it is loaded. */
  readonly editor: RulesEditor | null
  readonly onFile: (file: File) => void
}

/** What is edited, how it stands, and what can be done with the text as a whole. */
export function EditorBar({ editor, onFile }: EditorBarProps) {
  const chooser = useRef<HTMLInputElement>(null)
  const { checked, text } = useDraft()
  const choose = ({ target }: ChangeEvent<HTMLInputElement>) => {
    const [file] = target.files ?? []
    // The same file can be chosen again after it was changed.
    target.value = ''
    if (file) onFile(file)
  }
  const obstacle = editor === null ? 'The editor is being loaded.' : null
  const unread = checked?.text !== text || checked.source === null ? 'Correct the YAML first.' : null
  return (
    <div className={styles.bar}>
      <span className={styles.path}>{pathOf(checked)}</span>
      <FindingCounts />
      <span className={styles.tools}>
        <Button size="small" look="ghost" onClick={() => chooser.current?.click()}>
          Open file
        </Button>
        <input
          ref={chooser}
          type="file"
          hidden
          accept=".yaml,.yml,.json"
          aria-label="File with rules"
          onChange={choose}
        />
        <Button size="small" look="ghost" disabledReason={obstacle} onClick={() => editor?.foldPlans()}>
          Fold plans
        </Button>
        <Button size="small" look="ghost" disabledReason={obstacle} onClick={() => editor?.unfold()}>
          Unfold
        </Button>
        <Button
          size="small"
          look="ghost"
          tip="Shift Alt F"
          disabledReason={obstacle ?? unread}
          onClick={() => editor?.format()}
        >
          Format
        </Button>
        <ExportMenu />
      </span>
    </div>
  )
}

/** How many errors and warnings there are; read out when that changes. */
function FindingCounts() {
  const { checked } = useDraft()
  const { errors, warnings } = checked ?? { errors: 0, warnings: 0 }
  return (
    <span className={styles.counts} role="status">
      {checked && errors + warnings === 0 && (
        <span className={styles.fine}>
          <Icon name="ok" size={14} /> no findings
        </span>
      )}
      {errors > 0 && (
        <span className={styles.errors}>
          <Icon name="error" size={14} /> {formatPlural(errors, 'error')}
        </span>
      )}
      {warnings > 0 && (
        <span className={styles.warnings}>
          <Icon name="warning" size={14} /> {formatPlural(warnings, 'warning')}
        </span>
      )}
    </span>
  )
}

function pathOf(checked: ReturnType<typeof useDraft>['checked']): string {
  if (!checked?.source) return ''
  const { path, kind } = checked.source
  if (kind === 'four-rules') return 'four rules'
  return path.length === 0 ? 'list' : dottedPath(path)
}
