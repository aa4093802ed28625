'use client'

import { type DragEvent, type RefObject, useEffect, useMemo, useRef, useState } from 'react'
import { Button } from '#components/ui/button.tsx'
import { CopyButton } from '#components/ui/copy-button.tsx'
import { Kbd } from '#components/ui/kbd.tsx'
import { Strip } from '#components/ui/message.tsx'
import { useLoad } from '#components/ui/use-load.ts'
import { decodeText, MAX_FILE_BYTES } from '#lib/rules-file/decode-text.ts'
import { useAnswer } from '../evaluation/use-answer.ts'
import { useDraft } from '../use-draft.tsx'
import { useSeenRequests } from '../use-seen-requests.ts'
import styles from './editor.module.css'
import { EditorBar } from './editor-bar.tsx'
import type { EditorContext } from './editor-session.ts'
import { FindingList } from './finding-list.tsx'
import { formatClusters, type RuleNotes, ruleNotes } from './rule-notes.ts'
import type { RulesEditor } from './rules-editor.ts'

/** Lines of the placeholder while the editor loads: more than a screen shows. */
const MAX_PREVIEW_LINES = 80

/** Edits the text of the draft and lists its findings. */
export function EditorTab() {
  const { checked, text, change } = useDraft()
  const { host, editor, failed, retry, noted } = useRulesEditor()
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
            <Button size="small" onClick={retry}>
              Try again
            </Button>
          }
        >
          The editor could not be loaded. Your text is kept.
        </Strip>
      ) : (
        <div ref={host} className={styles.code}>
          {editor === null && (
            <pre className={styles.placeholder} aria-busy="true">
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
        <Kbd>F8</Kbd> next problem <Kbd>ctrl</Kbd> <Kbd>.</Kbd> fix <Kbd>esc</Kbd> then <Kbd>tab</Kbd> leave the editor
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
    return { problem: `${file.name} has ${size}. The limit is 1 MB. Check that it is the right file.` }
  }
  const bytes = await file.arrayBuffer().catch(() => null)
  if (bytes === null) return { problem: `${file.name} could not be read. Choose it again, or paste its text.` }
  const decoded = decodeText(new Uint8Array(bytes))
  if ('problem' in decoded) return { problem: `${file.name}: ${decoded.problem.message} ${decoded.problem.hint}` }
  if (decoded.text.trim() === '') return { problem: `${file.name} is empty.` }
  return { text: decoded.text.replaceAll(/\r\n?/g, '\n') }
}

interface RulesEditorState {
  readonly host: RefObject<HTMLDivElement | null>
  /** Null until the editor is loaded. */
  readonly editor: RulesEditor | null
  readonly failed: boolean
  readonly retry: () => void
  /** Notes on the rule at the cursor. */
  readonly noted: { readonly rule: number; readonly notes: RuleNotes } | null
}

/** Id of the hint that says how to leave the editor by keyboard. */
const EDITOR_HINT = 'rules-editor-hint'

/**
 * Loads the editor and mounts it in the host element. Each render passes the current draft to the
 * editor.
 */
function useRulesEditor(): RulesEditorState {
  const { text, checked, inForce, editorSession, replacements, edit } = useDraft()
  const { data } = useSeenRequests()
  const seen = data?.combinations ?? null
  const draft = checked?.valid ? checked.id : null
  const uses = useAnswer(
    'uses',
    useMemo(() => (seen !== null && draft !== null ? { draft, seen } : null), [draft, seen]),
  )
  const { part, failed, retry } = useLoad(() => import('./rules-editor.ts'))
  const host = useRef<HTMLDivElement>(null)
  const [editor, setEditor] = useState<RulesEditor | null>(null)
  const [rule, setRule] = useState<number | null>(null)
  const context: EditorContext = { checked, known: inForce, seen, uses, onText: edit, onRule: setRule }
  useEffect(() => {
    if (editorSession.current) Object.assign(editorSession.current.context, context)
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: mounts once with the current text; later texts arrive as replacements
  useEffect(() => {
    if (!part || !host.current) return
    editorSession.current ??= { context: { ...context }, state: null, mounted: null }
    const mounted = new part.RulesEditor(host.current, editorSession.current, text, EDITOR_HINT)
    setEditor(mounted)
    return () => mounted.close()
  }, [part])
  // biome-ignore lint/correctness/useExhaustiveDependencies: the editor already has the texts that it reported
  useEffect(() => editor?.replace(text), [editor, replacements])
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs after each check
  useEffect(() => editor?.showFindings(), [editor, checked])
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs after other rules come into force
  useEffect(() => editor?.showChanges(), [editor, inForce.text])
  const notes = rule === null ? null : ruleNotes({ checked, known: inForce, uses }, rule)
  return { host, editor, failed, retry, noted: rule === null || notes === null ? null : { rule, notes } }
}
