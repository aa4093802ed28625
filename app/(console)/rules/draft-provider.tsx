'use client'

import { type ReactNode, useEffect, useRef, useState } from 'react'
import { NEEDED_ROLES } from '#lib/auth/needed-roles.ts'
import { roleObstacle } from '#lib/auth/roles.ts'
import type { RulesDetail } from '#lib/services/rules/get-rules.ts'
import type { Person } from '../person.ts'
import type { KeptEditor } from './editor/editor-facts.ts'
import { evaluation } from './evaluation/evaluation.ts'
import { type OwnDraft, RULES_DRAFT } from './kept-draft.ts'
import { useChecked } from './use-checked.ts'
import { DraftContext } from './use-draft.ts'
import { useKept } from './use-kept.ts'

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
