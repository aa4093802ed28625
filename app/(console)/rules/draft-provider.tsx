'use client'

import { type ReactNode, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react'
import { NEEDED_ROLES } from '#lib/auth/needed-roles.ts'
import { roleObstacle } from '#lib/auth/roles.ts'
import type { RulesDetail } from '#lib/services/rules/get-rules.ts'
import type { Person } from '../person.ts'
import type { KeptEditor } from './editor/editor-session.ts'
import type { checkHere } from './evaluation/check-draft.ts'
import type { CheckedDraft } from './evaluation/checked-draft.ts'
import { evaluation } from './evaluation/evaluation-thread.ts'
import { useAnswer } from './evaluation/use-answer.ts'
import { type OwnDraft, RULES_DRAFT } from './tab-drafts.ts'
import { DraftContext } from './use-draft.ts'

interface DraftProviderProps {
  readonly inForce: RulesDetail
  readonly person: Person
  readonly children: ReactNode
}

/** Gives every tab the same draft: the rules in force until something is changed, from then on the person's own. */
export function DraftProvider({ inForce, person, children }: DraftProviderProps) {
  const [own, setOwn] = useState<OwnDraft | null>(null)
  const [replacements, setReplacements] = useState(0)
  const kept = useRef<KeptEditor | null>(null)
  const replace = (draft: OwnDraft | null) => {
    setOwn(draft)
    setReplacements(count => count + 1)
  }
  // Not while the page is drawn first: the server knows nothing of it. Later, other rules may come into force under no draft.
  // biome-ignore lint/correctness/useExhaustiveDependencies: read once; from then on the draft is here
  useEffect(() => {
    const draft = own ?? RULES_DRAFT.get(person.name)
    replace(draft?.text === inForce.text ? null : draft)
  }, [person.name, inForce.text])
  useKept(person.name, own)
  useEffect(() => () => evaluation.close(), [])
  const mine = own !== null && own.text !== inForce.text ? own : null
  const text = mine?.text ?? inForce.text
  const base = mine?.base ?? inForce.text
  const checked = useChecked(text, inForce)
  const draftOf = (changed: string) => (changed === inForce.text ? null : { text: changed, base })
  return (
    <DraftContext
      value={{
        text,
        changed: mine !== null,
        outdated: mine !== null && mine.base !== inForce.text,
        base,
        inForce,
        checked,
        person,
        refusal: roleObstacle(person.role, NEEDED_ROLES.rules),
        change: changed => replace(draftOf(changed)),
        type: changed => setOwn(draftOf(changed)),
        replacements,
        kept,
        reset: () => replace(null),
        rebase: next => replace(next === inForce.text ? null : { text: next, base: inForce.text }),
      }}
    >
      {children}
    </DraftContext>
  )
}

/** Tells drafts of this page apart. */
let drafts = 0

/** A text checked after each change: a short one at once, a longer one beside the page, so that typing never waits for it. */
function useChecked(text: string, inForce: RulesDetail): CheckedDraft | null {
  const { plans, requiredPlans, semantics } = inForce
  const asked = useMemo(
    () => ({ id: `draft ${++drafts}`, text, known: { plans, requiredPlans, semantics } }),
    [text, plans, requiredPlans, semantics],
  )
  const check = useCheckHere()
  const here = useMemo(() => check?.(asked) ?? null, [check, asked])
  useLayoutEffect(() => {
    if (here !== null) evaluation.knows(asked)
  }, [here, asked])
  const newest = useAnswer('check', here === null ? asked : null) ?? here
  // From one way to the other nothing is known for a moment.
  const [last, setLast] = useState(newest)
  if (newest !== null && newest !== last) setLast(newest)
  return newest ?? last
}

/** How short texts are checked; null until it is loaded, after the page has come. */
function useCheckHere(): typeof checkHere | null {
  const [check, setCheck] = useState<typeof checkHere | null>(null)
  useEffect(() => {
    let left = false
    import('./evaluation/check-draft.ts').then(
      part => !left && setCheck(() => part.checkHere),
      // The worker checks short texts too.
      () => {},
    )
    return () => {
      left = true
    }
  }, [])
  return check
}

/** Somebody who types is not held up by keeping each letter. */
const KEEP_MS = 300
/** Keeping a text longer than this takes longer than a frame: it waits until nobody has typed for a while. */
const LONG = 100_000
const KEEP_LONG_MS = 3_000

/** Keeps the draft in this tab, a moment after it was changed, and before the page is left. */
function useKept(person: string, own: OwnDraft | null): void {
  const kept = useRef<OwnDraft | null>(null)
  const pending = useRef<(() => void) | null>(null)
  useEffect(() => {
    pending.current = null
    // Before the first change nothing is known of what is kept, and nothing is to be taken away.
    if (own === kept.current) return
    const keep = () => {
      pending.current = null
      kept.current = own
      // What somebody else left in this tab stays theirs.
      if (own !== null || RULES_DRAFT.get(person) !== null) RULES_DRAFT.set(person, own)
    }
    pending.current = keep
    const timer = setTimeout(keep, own !== null && own.text.length > LONG ? KEEP_LONG_MS : KEEP_MS)
    return () => clearTimeout(timer)
  }, [person, own])
  useEffect(() => {
    const keepNow = () => pending.current?.()
    // A tab that is not seen may be closed without another word.
    const events = ['pagehide', 'blur'] as const
    for (const event of events) window.addEventListener(event, keepNow)
    return () => {
      for (const event of events) window.removeEventListener(event, keepNow)
      keepNow()
    }
  }, [])
}
