import { type ChangeEvent, useRef } from 'react'
import { Button } from '#components/ui/button.tsx'
import { copyWithToast } from '#components/ui/copy-button.tsx'
import { Icon } from '#components/ui/icon.tsx'
import { Menu, MenuItem, MenuLine } from '#components/ui/menu.tsx'
import { saveText } from '#components/ui/save-file.ts'
import { showToast } from '#components/ui/toast.tsx'
import { dottedPath } from '#lib/hap/document.ts'
import { formatPlural } from '#lib/util/format.ts'
import { evaluation } from '../evaluation/evaluation-thread.ts'
import { useDraft } from '../use-draft.tsx'
import styles from './editor.module.css'
import type { RulesEditor } from './rules-editor.ts'

interface EditorBarProps {
  /** Null until the editor is loaded. */
  readonly editor: RulesEditor | null
  readonly onFile: (file: File) => void
}

/**
 * Shows the path of the rules in the document and the number of findings, with the actions on the
 * whole text.
 */
export function EditorBar({ editor, onFile }: EditorBarProps) {
  const chooser = useRef<HTMLInputElement>(null)
  const { checked, text } = useDraft()
  const choose = ({ target }: ChangeEvent<HTMLInputElement>) => {
    const [file] = target.files ?? []
    // Without the reset, choosing the same file again fires no event.
    target.value = ''
    if (file) onFile(file)
  }
  const notLoaded = editor === null ? 'Loading the editor…' : null
  const unread = checked?.text !== text || checked.source === null ? 'Fix the YAML first.' : null
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
        <Button size="small" look="ghost" disabledReason={notLoaded} onClick={() => editor?.foldPlans()}>
          Fold plans
        </Button>
        <Button size="small" look="ghost" disabledReason={notLoaded} onClick={() => editor?.unfold()}>
          Unfold
        </Button>
        <Button
          size="small"
          look="ghost"
          tip="Shift Alt F"
          disabledReason={notLoaded ?? unread}
          onClick={() => editor?.format()}
        >
          Format
        </Button>
        <ExportMenu />
      </span>
    </div>
  )
}

/** Counts errors and warnings; the live region announces changes. */
function FindingCounts() {
  const { checked } = useDraft()
  const { errors, warnings } = checked ?? { errors: 0, warnings: 0 }
  return (
    <span className={styles.counts} role="status">
      {checked && errors + warnings === 0 && (
        <span className={styles.fine}>
          <Icon name="ok" size={14} /> No problems
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

/** Copies or downloads the draft, as written or annotated with the selectors of each rule. */
function ExportMenu() {
  const { text, checked } = useDraft()
  const disabledReason = checked?.text === text && checked.valid ? null : 'Fix the errors first.'
  const annotated = async (onText: (written: string) => unknown) => {
    const written = await evaluation.ask('annotate', { draft: checked?.id ?? '' }).catch(() => undefined)
    // The four properties cannot be annotated, so the answer is null.
    if (written === undefined)
      showToast({ text: 'Not exported: the console is not responding. Try again.', failed: true })
    else onText(written ?? text)
  }
  const copy = (copied: string) => copyWithToast(copied, 'The rules were copied.')
  const name = text.trimStart().startsWith('{') || text.trimStart().startsWith('[') ? 'values.json' : 'values.yaml'
  return (
    <Menu
      label="Export"
      align="end"
      trigger={props => (
        <Button size="small" look="ghost" {...props}>
          Export
        </Button>
      )}
    >
      <MenuItem onSelect={() => void copy(text)}>Copy</MenuItem>
      <MenuItem disabledReason={disabledReason} onSelect={() => void annotated(copy)}>
        Copy with selectors
      </MenuItem>
      <MenuLine />
      <MenuItem onSelect={() => saveText(name, text)}>{`Download ${name}`}</MenuItem>
      <MenuItem disabledReason={disabledReason} onSelect={() => void annotated(content => saveText(name, content))}>
        Download with selectors
      </MenuItem>
    </Menu>
  )
}
