import { type RefObject, useEffect, useMemo, useRef, useState } from 'react'
import { useLoad } from '#components/ui/use-load.ts'
import { useAnswer } from '../evaluation/use-answer.ts'
import { useDraft } from '../use-draft.ts'
import { useSeenRequests } from '../use-seen-requests.ts'
import type { EditorContext } from './editor-session.ts'
import { type RuleNotes, ruleNotes } from './rule-notes.ts'
import type { RulesEditor } from './rules-editor.ts'

interface RulesEditorState {
  readonly host: RefObject<HTMLDivElement | null>
  /** Null until the editor is loaded. */
  readonly editor: RulesEditor | null
  readonly failed: boolean
  readonly loadAgain: () => void
  /** Notes on the rule at the cursor. */
  readonly noted: { readonly rule: number; readonly notes: RuleNotes } | null
}

/** Id of the hint that says how to leave the editor by keyboard. */
export const EDITOR_HINT = 'rules-editor-hint'

/**
 * Loads the editor and mounts it in the host element. Each render passes the current draft to the
 * editor.
 */
export function useRulesEditor(): RulesEditorState {
  const { text, checked, inForce, editorSession, replacements, edit } = useDraft()
  const { data } = useSeenRequests()
  const seen = data?.combinations ?? null
  const draft = checked?.valid ? checked.id : null
  const uses = useAnswer(
    'uses',
    useMemo(() => (seen !== null && draft !== null ? { draft, seen } : null), [draft, seen]),
  )
  const { part, failed, loadAgain } = useLoad(() => import('./rules-editor.ts'))
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
  return { host, editor, failed, loadAgain, noted: rule === null || notes === null ? null : { rule, notes } }
}
