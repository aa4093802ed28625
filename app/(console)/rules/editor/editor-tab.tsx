'use client'

import { type DragEvent, useState } from 'react'
import { Button } from '#components/ui/button.tsx'
import { CopyButton } from '#components/ui/copy-button.tsx'
import { Kbd } from '#components/ui/kbd.tsx'
import { Strip } from '#components/ui/message.tsx'
import { decodeText, MAX_FILE_BYTES } from '#lib/rules-file/decode-text.ts'
import { useDraft } from '../use-draft.ts'
import styles from './editor.module.css'
import { EditorBar } from './editor-bar.tsx'
import { FindingList } from './finding-list.tsx'
import { formatClusters, type RuleNotes } from './rule-notes.ts'
import { EDITOR_HINT, useRulesEditor } from './use-rules-editor.ts'

/** Lines of the placeholder while the editor loads: more than a screen shows. */
const MAX_PREVIEW_LINES = 80

/** Edits the text of the draft and lists its findings. */
export function EditorTab() {
  const { checked, text, change } = useDraft()
  const { host, editor, failed, loadAgain, noted } = useRulesEditor()
  const [problem, setProblem] = useState<string | null>(null)
  const [dragging, setDragging] = useState(false)
  const open = async (file: File) => {
    const read = await readRulesText(file)
    setProblem('problem' in read ? read.problem : null)
    if ('text' in read) change(read.text)
  }
  const onDrag = (event: DragEvent) => {
    if (!event.dataTransfer.types.includes('Files')) return
    event.preventDefault()
    setDragging(event.type === 'dragover')
  }
  const onDrop = (event: DragEvent) => {
    setDragging(false)
    const [file] = event.dataTransfer.files
    if (!file) return
    // CodeMirror would insert the file at the drop position.
    event.preventDefault()
    event.stopPropagation()
    void open(file)
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: a file can also be chosen by a button
    <div
      className={styles.editor}
      data-dragging={dragging || undefined}
      onDragOver={onDrag}
      onDragLeave={onDrag}
      onDropCapture={onDrop}
    >
      <EditorBar editor={editor} onFile={file => void open(file)} />
      {problem !== null && (
        <Strip
          tone="danger"
          announce
          action={
            <Button size="small" onClick={() => setProblem(null)}>
              Close
            </Button>
          }
        >
          {problem}
        </Strip>
      )}
      {failed ? (
        <Strip
          tone="danger"
          action={
            <Button size="small" onClick={loadAgain}>
              Try again
            </Button>
          }
        >
          The editor was not loaded. Your text is kept.
        </Strip>
      ) : (
        <div ref={host} className={styles.code}>
          {editor === null && (
            <pre className={styles.reading} aria-busy="true">
              {text.split('\n', MAX_PREVIEW_LINES).join('\n')}
            </pre>
          )}
        </div>
      )}
      {checked && (
        <FindingList
          findings={checked.findings}
          total={checked.errors + checked.warnings}
          isCurrent={checked.text === text}
          onShow={finding => editor?.show(finding)}
          onFix={finding => editor?.fix(finding)}
        />
      )}
      <EditorFoot noted={noted} />
    </div>
  )
}

interface EditorFootProps {
  /** The rule at the cursor with its notes; null outside a rule. */
  readonly noted: { readonly rule: number; readonly notes: RuleNotes } | null
}

/** Shows the selectors of the rule at the cursor, and the keyboard shortcuts. */
function EditorFoot({ noted }: EditorFootProps) {
  return (
    <div className={styles.foot}>
      <span className={styles.selectors}>{noted && <RuleNotesText {...noted} />}</span>
      <span id={EDITOR_HINT} className={styles.keys}>
        <Kbd>F8</Kbd> next finding <Kbd>ctrl</Kbd> <Kbd>.</Kbd> fix <Kbd>esc</Kbd> then <Kbd>tab</Kbd> leaves the editor
      </span>
    </div>
  )
}

function RuleNotesText({ rule, notes: { selectors, commands, clusters } }: NonNullable<EditorFootProps['noted']>) {
  if (selectors.length === 0) return null
  return (
    <>
      Rule {rule + 1} <code className={styles.inCode}>{selectors[0]}</code>
      {commands.length > 0 && (
        <CopyButton text={() => commands.join('\n')} what={commands.length === 1 ? 'command' : 'commands'} />
      )}
      {selectors.length > 1 && ` and ${selectors.length - 1} more`}
      {clusters !== null && ` ${formatClusters(clusters)}`}
    </>
  )
}

type ReadResult = { readonly text: string } | { readonly problem: string }

/**
 * Reads a chosen or dropped file for the editor: without byte order mark, lines ended by \n.
 * Returns a sentence when the file cannot be used.
 */
export async function readRulesText(file: Pick<File, 'name' | 'size' | 'arrayBuffer'>): Promise<ReadResult> {
  if (file.size > MAX_FILE_BYTES) {
    const size = `${(file.size / 1_000_000).toLocaleString('en', { maximumFractionDigits: 1 })} MB`
    return { problem: `${file.name} has ${size}; at most 1 MB is read. Check that it is the right file.` }
  }
  const bytes = await file.arrayBuffer().catch(() => null)
  if (bytes === null) return { problem: `${file.name} could not be read. Choose it again, or paste its text.` }
  const decoded = decodeText(new Uint8Array(bytes))
  if ('problem' in decoded) return { problem: `${file.name}: ${decoded.problem.message} ${decoded.problem.hint}` }
  if (decoded.text.trim() === '') return { problem: `${file.name} is empty.` }
  return { text: decoded.text.replaceAll(/\r\n?/g, '\n') }
}
