'use client'

import { type ReactNode, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react'
import { NEEDED_ROLES } from '#lib/auth/needed-roles.ts'
import { roleRefusal } from '#lib/auth/roles.ts'
import type { RulesDetail } from '#lib/services/rules/get-rules.ts'
import type { Person } from '../person.ts'
import type { EditorSession } from './editor/editor-session.ts'
import type { checkShortDraft } from './evaluation/check-draft.ts'
import type { CheckedDraft } from './evaluation/checked-draft.ts'
import { evaluation } from './evaluation/evaluation-thread.ts'
import { useAnswer } from './evaluation/use-answer.ts'
import { RULES_DRAFT, type RulesDraft } from './tab-drafts.ts'
import { DraftContext } from './use-draft.ts'

interface DraftProviderProps {
  readonly inForce: RulesDetail
  readonly person: Person
  readonly children: ReactNode
}

/** Provides the draft to every tab: the rules in force until a person changes them. */
export function DraftProvider({ inForce, person, children }: DraftProviderProps) {
  const [own, setOwn] = useState<RulesDraft | null>(null)
  const [replacements, setReplacements] = useState(0)
  const editorSession = useRef<EditorSession | null>(null)
  const replace = (draft: RulesDraft | null) => {
    setOwn(draft)
    setReplacements(count => count + 1)
  }
  // The server renders without the stored draft, so the first paint must too. After a publication a
  // draft that equals the rules in force disappears.
  // biome-ignore lint/correctness/useExhaustiveDependencies: stored draft is read once, then `own` replaces it
  useEffect(() => {
    const draft = own ?? RULES_DRAFT.get(person.name)
    replace(draft?.text === inForce.text ? null : draft)
  }, [person.name, inForce.text])
  usePersistedDraft(person.name, own)
  useEffect(() => () => evaluation.close(), [])
  const changedDraft = own !== null && own.text !== inForce.text ? own : null
  const text = changedDraft?.text ?? inForce.text
  const base = changedDraft?.base ?? inForce.text
  const checked = useCheckedDraft(text, inForce)
  const buildDraft = (changed: string) => (changed === inForce.text ? null : { text: changed, base })
  return (
    <DraftContext
      value={{
        text,
        changed: changedDraft !== null,
        outdated: changedDraft !== null && changedDraft.base !== inForce.text,
        base,
        inForce,
        checked,
        person,
        refusal: roleRefusal(person.role, NEEDED_ROLES.rules),
        change: changed => replace(buildDraft(changed)),
        edit: changed => setOwn(buildDraft(changed)),
        replacements,
        editorSession,
        reset: () => replace(null),
        rebase: next => replace(next === inForce.text ? null : { text: next, base: inForce.text }),
      }}
    >
      {children}
    </DraftContext>
  )
}

/** Numbers the drafts of this page, so that each has its own id. */
let lastDraftNumber = 0

/**
 * Checks a text after each change: a short text during rendering, a longer one in the worker, so
 * that typing never blocks.
 */
function useCheckedDraft(text: string, inForce: RulesDetail): CheckedDraft | null {
  const { plans, requiredPlans, semantics } = inForce
  const input = useMemo(
    () => ({ id: `draft ${++lastDraftNumber}`, text, known: { plans, requiredPlans, semantics } }),
    [text, plans, requiredPlans, semantics],
  )
  const check = useShortDraftCheck()
  const checkedHere = useMemo(() => check?.(input) ?? null, [check, input])
  useLayoutEffect(() => {
    if (checkedHere !== null) evaluation.setDraft(input)
  }, [checkedHere, input])
  const latest = useAnswer('check', checkedHere === null ? input : null) ?? checkedHere
  // Neither source has a result while checks switch between page and worker, so the last result is
  // shown.
  const [last, setLast] = useState(latest)
  if (latest !== null && latest !== last) setLast(latest)
  return latest ?? last
}

/** Loads the check of short texts after the first paint. Returns null until it is loaded. */
function useShortDraftCheck(): typeof checkShortDraft | null {
  const [check, setCheck] = useState<typeof checkShortDraft | null>(null)
  useEffect(() => {
    let isUnmounted = false
    import('./evaluation/check-draft.ts').then(
      part => !isUnmounted && setCheck(() => part.checkShortDraft),
      // Without this module the worker checks short texts too.
      () => {},
    )
    return () => {
      isUnmounted = true
    }
  }, [])
  return check
}

/** Delay between a keystroke and the write to session storage. */
const PERSIST_MS = 300
/** Writing a longer text takes longer than a frame, so it waits for a longer pause. */
const LONG_TEXT_LENGTH = 100_000
const PERSIST_LONG_MS = 3_000

/** Persists the draft in the tab after each change, and before the page closes. */
function usePersistedDraft(person: string, own: RulesDraft | null): void {
  const persisted = useRef<RulesDraft | null>(null)
  const pending = useRef<(() => void) | null>(null)
  useEffect(() => {
    pending.current = null
    // The effect runs before the stored draft is read, and must not delete it.
    if (own === persisted.current) return
    const persist = () => {
      pending.current = null
      persisted.current = own
      // A draft of another person in this tab must not be deleted.
      if (own !== null || RULES_DRAFT.get(person) !== null) RULES_DRAFT.set(person, own)
    }
    pending.current = persist
    const timer = setTimeout(persist, own !== null && own.text.length > LONG_TEXT_LENGTH ? PERSIST_LONG_MS : PERSIST_MS)
    return () => clearTimeout(timer)
  }, [person, own])
  useEffect(() => {
    const flush = () => pending.current?.()
    // Browsers may discard a hidden tab without another event.
    const events = ['pagehide', 'blur'] as const
    for (const event of events) window.addEventListener(event, flush)
    return () => {
      for (const event of events) window.removeEventListener(event, flush)
      flush()
    }
  }, [])
}
