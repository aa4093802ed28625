'use client'

import { type ReactNode, useEffect, useState } from 'react'
import type { RulesAnswer } from '#app/api/rules-answer.ts'
import { NEEDED_ROLES } from '#lib/auth/needed-roles.ts'
import { roleObstacle } from '#lib/auth/roles.ts'
import type { Person } from '../person.ts'
import { keepDraft, keptDraft, type OwnDraft } from './kept-draft.ts'
import { useChecked } from './use-checked.ts'
import { DraftContext } from './use-draft.ts'

interface DraftProviderProps {
  readonly inForce: RulesAnswer
  readonly person: Person
  readonly children: ReactNode
}

/** Somebody who types is not held up by keeping each letter. */
const KEEP_MS = 300

/** Gives every tab the same draft: the rules in force until something is changed, from then on the person's own. */
export function DraftProvider({ inForce, person, children }: DraftProviderProps) {
  const [own, setOwn] = useState<OwnDraft | null>(null)
  // Not while the page is drawn first: the server knows nothing of it.
  useEffect(() => setOwn(keptDraft(person.name)), [person.name])
  useKept(person.name, own)
  const mine = own !== null && own.text !== inForce.text ? own : null
  const text = mine?.text ?? inForce.text
  const base = mine ? { text: mine.base, revision: mine.baseRevision } : inForce
  const checked = useChecked(text, inForce)
  const change = (changed: string) => setOwn({ text: changed, base: base.text, baseRevision: base.revision })
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
        change,
        reset: () => setOwn(null),
        rebase: () => setOwn({ text, base: inForce.text, baseRevision: inForce.revision }),
      }}
    >
      {children}
    </DraftContext>
  )
}

/** Keeps the draft in this tab, a moment after it was changed, and before the page goes away. */
function useKept(person: string, own: OwnDraft | null): void {
  const [first, setFirst] = useState(true)
  useEffect(() => {
    // What is kept from before is read in the same moment, and must not be taken away.
    if (first) return setFirst(false)
    const keep = () => keepDraft(person, own)
    const timer = setTimeout(keep, KEEP_MS)
    window.addEventListener('pagehide', keep)
    return () => {
      clearTimeout(timer)
      window.removeEventListener('pagehide', keep)
    }
  }, [person, own, first])
}
