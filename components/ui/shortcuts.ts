import { useEffect, useEffectEvent } from 'react'
import { isComposing } from './is-composing.ts'

/**
 * Keys and their effect. `page` lists single keys, which act anywhere on the page unless they are
 * switched off.
 */
interface Shortcut {
  readonly page?: readonly string[]
  /** Keys by keyboard label; the keys of one entry are pressed together, entries are alternatives. */
  readonly keys?: readonly (readonly string[])[]
  readonly does: string
}

/**
 * All shortcuts of the console; handlers of single keys accept no others. Page keys after `g`: see
 * GO_KEYS.
 */
export const SHORTCUTS = {
  Everywhere: [
    {
      keys: [
        ['ctrl', 'K'],
        ['⌘', 'K'],
      ],
      does: 'search, go to page, act on the open object',
    },
    { page: ['?'], does: 'show keyboard shortcuts' },
    { page: ['g'], does: 'then a letter: go to page' },
    { keys: [['esc']], does: 'close dialog, menu or tooltip' },
  ],
  Lists: [
    { page: ['/'], does: 'search list' },
    { keys: [['↓'], ['↵'], ['esc']], does: 'move from search to rows' },
    { keys: [['backspace']], does: 'edit last search term' },
  ],
  Tables: [
    { page: ['j', 'k'], does: 'next, previous row; also ↓ and ↑' },
    { keys: [['home'], ['end']], does: 'first, last row' },
    { keys: [['page up'], ['page dn']], does: 'previous, next page of rows' },
    { keys: [['↵']], does: 'open row or group' },
    { keys: [['←'], ['→']], does: 'collapse, expand group' },
    { page: ['x'], does: 'select row' },
    { page: ['X'], does: 'select range' },
    { page: ['J', 'K'], does: 'move and select; also ⇧ ↓ and ⇧ ↑' },
  ],
  'Rules editor': [
    { keys: [['F8'], ['⇧', 'F8']], does: 'next, previous problem' },
    {
      keys: [
        ['ctrl', '.'],
        ['⌘', '.'],
      ],
      does: 'apply quick fix',
    },
    { keys: [['ctrl', 'space']], does: 'complete plan, attribute or region' },
    { keys: [['⇧', 'alt', 'F']], does: 'format all rules' },
    {
      keys: [
        ['ctrl', 'D'],
        ['⌘', 'D'],
      ],
      does: 'add next occurrence to selection',
    },
    { keys: [['esc'], ['tab']], does: 'leave the editor (press in sequence)' },
  ],
  'Dialogs and tabs': [
    {
      keys: [
        ['ctrl', '↵'],
        ['⌘', '↵'],
      ],
      does: 'submit dialog',
    },
    { keys: [['←'], ['→']], does: 'previous, next tab' },
    { keys: [['↓'], ['↑']], does: 'next, previous suggestion or menu item' },
  ],
} as const satisfies Readonly<Record<string, readonly Shortcut[]>>

type Listed = (typeof SHORTCUTS)[keyof typeof SHORTCUTS][number]

/** A single key that acts on a page. */
export type PageKey = Extract<Listed, { readonly page: unknown }>['page'][number]

/**
 * Whether a key event is a shortcut of the page: not in a text field or dialog, without modifier,
 * and single keys are enabled (WCAG 2.1.4).
 */
export function isPageKey(event: KeyboardEvent): boolean {
  if (event.defaultPrevented || isComposing(event) || event.ctrlKey || event.metaKey || event.altKey) return false
  return !isTyping(event.target) && !document.querySelector('dialog[open]') && areSingleKeysOn()
}

function isTyping(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false
  return (
    target.isContentEditable ||
    target.matches('input:not([type="radio"], [type="checkbox"]), textarea, select, [role="menu"] *')
  )
}

/** Calls back on a shortcut of the page. Never bind a key to an action that changes data. */
export function usePageKey(key: PageKey, onPress: () => void): void {
  const press = useEffectEvent((event: KeyboardEvent) => {
    if (event.key !== key || !isPageKey(event)) return
    event.preventDefault()
    onPress()
  })
  useEffect(() => {
    const listen = (event: KeyboardEvent) => press(event)
    document.addEventListener('keydown', listen)
    return () => document.removeEventListener('keydown', listen)
  }, [])
}

const STORED_AS = 'hap-single-keys'
const listeners = new Set<() => void>()

/** Whether single keys such as j, k and / act on the page. On unless this browser's user switched them off. */
export function areSingleKeysOn(): boolean {
  try {
    return window.localStorage.getItem(STORED_AS) !== 'off'
  } catch {
    return true // Without access to local storage.
  }
}

export function setSingleKeys(on: boolean): void {
  try {
    if (on) window.localStorage.removeItem(STORED_AS)
    else window.localStorage.setItem(STORED_AS, 'off')
  } catch {
    return // Without access to local storage the setting does not change.
  }
  for (const listener of listeners) listener()
}

export function subscribeToSingleKeys(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
