import { useEffect, useId } from 'react'
import type { CommandGroup } from './command.ts'
import { type RecentThing, rememberRecent } from './recent.ts'

/** What a part of the page offers in the palette. Groups of one heading become one. */
export interface RegisteredGroup extends CommandGroup {
  /** `selection`: to what is chosen; it stands first. `page`: to what is open; it comes next. `console`: everywhere. */
  readonly scope: 'selection' | 'page' | 'console'
  /** What is open, for who wants to come back to it. */
  readonly recent?: RecentThing
}

let groups: ReadonlyMap<string, RegisteredGroup> = new Map()
const listeners = new Set<() => void>()

/** Offers commands in the palette while the component is on the page; null offers none. */
export function useCommands(group: RegisteredGroup | null): void {
  const id = useId()
  // Without dependencies, because each render may offer other commands.
  useEffect(() => {
    if (group?.recent) rememberRecent(group.recent)
    register(id, group)
  })
  useEffect(() => () => register(id, null), [id])
}

/** Everything that is offered now; the same map until something changes. */
export function registeredGroups(): ReadonlyMap<string, RegisteredGroup> {
  return groups
}

export function onRegistered(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

function register(id: string, group: RegisteredGroup | null): void {
  if (group === null && !groups.has(id)) return
  const next = new Map(groups)
  if (group === null) next.delete(id)
  else next.set(id, group)
  groups = next
  for (const listener of listeners) listener()
}
