'use client'

import { type DragEvent, useState } from 'react'
import { Button } from '#components/ui/button.tsx'
import { Strip } from '#components/ui/message.tsx'
import { useDraft } from '../use-draft.ts'
import styles from './editor.module.css'
import { EditorBar } from './editor-bar.tsx'
import { EditorFoot } from './editor-foot.tsx'
import { FindingList } from './finding-list.tsx'
import { readDroppedFile } from './read-dropped-file.ts'
import { useRulesEditor } from './use-rules-editor.ts'

/** Lines that can be read while the editor is loaded: more than a screen shows. */
const MOST_READ = 80

/** The draft as text, and what is to be said about it. */
export function EditorTab() {
  const { checked, text, change } = useDraft()
  const { host, editor, failed, loadAgain, noted } = useRulesEditor()
  const [problem, setProblem] = useState<string | null>(null)
  const [dragging, setDragging] = useState(false)
  const open = async (file: File) => {
    const read = await readDroppedFile(file)
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
    // The editor would write the file where it fell.
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
              {text.split('\n', MOST_READ).join('\n')}
            </pre>
          )}
        </div>
      )}
      {checked && (
        <FindingList
          findings={checked.findings}
          total={checked.errors + checked.warnings}
          isNow={checked.text === text}
          onShow={finding => editor?.show(finding)}
          onFix={finding => editor?.fix(finding)}
        />
      )}
      <EditorFoot noted={noted} />
    </div>
  )
}
