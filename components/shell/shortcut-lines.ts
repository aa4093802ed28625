import { SHORTCUTS } from '#components/ui/shortcuts.ts'
import { GO_KEYS } from './go-keys.ts'
import { NAV_GROUPS } from './nav-items.ts'

interface ShortcutLines {
  readonly where: string
  readonly lines: readonly { readonly keys: readonly (readonly string[])[]; readonly does: string }[]
}

/** The table of shortcuts and the letters of pages as they are read: a capital letter is one with ⇧. */
export function shortcutLines(): readonly ShortcutLines[] {
  const groups = Object.entries(SHORTCUTS).map(([where, shortcuts]) => ({
    where,
    lines: shortcuts.map(shortcut => ({
      keys: 'page' in shortcut ? shortcut.page.map(asPressed) : shortcut.keys,
      does: shortcut.does,
    })),
  }))
  return [...groups.slice(0, 1), { where: 'Go to', lines: pageLines() }, ...groups.slice(1)]
}

function pageLines(): ShortcutLines['lines'] {
  const pages = NAV_GROUPS.flatMap(({ items }) => items)
  return Object.entries(GO_KEYS).map(([letter, href]) => ({
    keys: [['g', letter]],
    does: pages.find(page => page.href === href)?.label ?? href,
  }))
}

function asPressed(key: string): readonly string[] {
  return /^[A-Z]$/.test(key) ? ['⇧', key.toLowerCase()] : [key]
}
