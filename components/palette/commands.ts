import { type ReactNode, useEffect, useId } from 'react'
import { copyWithToast } from '#components/ui/copy-button.tsx'
import type { IconName } from '#components/ui/icon.tsx'
import { loadFromTab, saveToTab } from '#components/ui/tab-storage.ts'

/**
 * One command of the palette. Runs the same navigation or opens the same dialog as a link or button
 * of the page; never writes immediately.
 */
export interface Command {
  /** Unique among all visible commands. */
  readonly id: string
  readonly label: string
  /** Monospace label, for names that are copied. */
  readonly mono?: boolean
  /** Monospace text after the label: a search, or the id that matched. */
  readonly detail?: string
  /** Note at the right end: owner of the object, or the next step. */
  readonly note?: string
  /** Keyboard shortcut, shown at the right end. */
  readonly keys?: readonly string[]
  readonly icon?: IconName
  /** Replaces the icon, for example by the glyph of a state. */
  readonly mark?: ReactNode
  /** Additional search terms. */
  readonly also?: readonly string[]
  /** Whether the opened dialog performs a dangerous action. */
  readonly danger?: boolean
  /** Why the command is disabled, as a sentence; null when it is enabled. */
  readonly disabledReason?: string | null
  readonly act: { readonly href: string } | { readonly download: string } | { readonly run: () => void }
}

export interface CommandGroup {
  readonly heading: string
  readonly commands: readonly Command[]
}

/** Commands that a component registers. Groups with the same heading are merged. */
export interface RegisteredGroup extends CommandGroup {
  /**
   * `selection`: act on the selected rows, listed first; `page`: act on the open object; `console`:
   * available on every page.
   */
  readonly scope: 'selection' | 'page' | 'console'
  /** The open object, added to the recent ones. */
  readonly recent?: RecentObject
}

let groups: ReadonlyMap<string, RegisteredGroup> = new Map()
const listeners = new Set<() => void>()

/** Registers commands while the component is mounted; null registers none. */
export function useCommands(group: RegisteredGroup | null): void {
  const id = useId()
  // Without dependencies, because each render may offer other commands.
  useEffect(() => {
    if (group?.recent) addRecent(group.recent)
    register(id, group)
  })
  useEffect(() => () => register(id, null), [id])
}

/** All registered groups by component. Returns the same map until a group changes. */
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

/** A recently opened object. */
export interface RecentObject {
  readonly href: string
  readonly name: string
  /** "Binding". */
  readonly what: string
}

const STORED_AS = 'hap-recent'
const MAX_RECENT = 8

/** The objects recently opened in this tab, latest first. */
export function listRecent(): readonly RecentObject[] {
  const kept = loadFromTab(STORED_AS)
  return Array.isArray(kept) ? kept.filter(isRecentObject) : []
}

export function addRecent({ href, name, what }: RecentObject): void {
  const known = listRecent()
  if (known[0]?.href === href) return
  const things = [{ href, name, what }, ...known.filter(thing => thing.href !== href)].slice(0, MAX_RECENT)
  saveToTab(STORED_AS, things)
}

/** Clears the list, so that the next user of the tab does not see it. */
export function clearRecent(): void {
  saveToTab(STORED_AS, null)
}

/** Validates stored data, and accepts only paths of this console as `href`. */
function isRecentObject(value: unknown): value is RecentObject {
  if (typeof value !== 'object' || value === null) return false
  const { href, name, what } = value as Record<keyof RecentObject, unknown>
  return typeof href === 'string' && /^\/(?!\/)/.test(href) && typeof name === 'string' && typeof what === 'string'
}

/** A command that copies a property of the open object. `what` names it: "name", "id". */
export function copyCommand(what: string, text: string): Command {
  return {
    id: `copy ${what}`,
    label: `Copy ${what}`,
    icon: 'copy',
    detail: text,
    act: { run: () => void copyWithToast(text, `Copied ${text}.`) },
  }
}
