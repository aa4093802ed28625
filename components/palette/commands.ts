import { type ReactNode, useEffect, useId } from 'react'
import { copyWithToast } from '#components/ui/copy-button.tsx'
import type { IconName } from '#components/ui/icon.tsx'
import { addRecent, type RecentObject } from './recent.ts'

/** One command of the palette. It does what a link or button of the page does, and changes nothing immediately. */
export interface Command {
  /** Unique among all that are shown. */
  readonly id: string
  readonly label: string
  /** The label can be pasted. */
  readonly mono?: boolean
  /** More that can be pasted, after the label: a search, the id it was found by. */
  readonly detail?: string
  /** At the right end: what it belongs to, what comes next. */
  readonly note?: string
  /** At the right end: keys that do the same. */
  readonly keys?: readonly string[]
  readonly icon?: IconName
  /** In place of an icon: the glyph of a state. */
  readonly mark?: ReactNode
  /** Other words it is found by. */
  readonly also?: readonly string[]
  /** What it opens may do harm. */
  readonly danger?: boolean
  /** Why it cannot be done now, as a sentence; null when it can. */
  readonly disabledReason?: string | null
  readonly act: { readonly href: string } | { readonly download: string } | { readonly run: () => void }
}

export interface CommandGroup {
  readonly heading: string
  readonly commands: readonly Command[]
}

/** What a part of the page offers in the palette. Groups of one heading become one. */
export interface RegisteredGroup extends CommandGroup {
  /** `selection`: to what is chosen; it stands first. `page`: to what is open; it comes next. `console`: everywhere. */
  readonly scope: 'selection' | 'page' | 'console'
  /** What is open, for who wants to come back to it. */
  readonly recent?: RecentObject
}

let groups: ReadonlyMap<string, RegisteredGroup> = new Map()
const listeners = new Set<() => void>()

/** Offers commands in the palette while the component is on the page; null offers none. */
export function useCommands(group: RegisteredGroup | null): void {
  const id = useId()
  // Without dependencies, because each render may offer other commands.
  useEffect(() => {
    if (group?.recent) addRecent(group.recent)
    register(id, group)
  })
  useEffect(() => () => register(id, null), [id])
}

/** Everything that is offered now; the same map until something changes. */
export function getRegisteredGroups(): ReadonlyMap<string, RegisteredGroup> {
  return groups
}

export function subscribeToCommands(listener: () => void): () => void {
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

/** Copies `text`, which is `what` of what is open: "name", "id". */
export function copyCommand(what: string, text: string): Command {
  return {
    id: `copy ${what}`,
    label: `Copy ${what}`,
    icon: 'copy',
    detail: text,
    act: { run: () => void copyWithToast(text, `Copied ${text}.`) },
  }
}
