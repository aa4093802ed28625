'use client'

import { useState, useSyncExternalStore } from 'react'
import { useCommands } from '#components/palette/commands.ts'
import { Button } from '#components/ui/button.tsx'
import { Icon } from '#components/ui/icon.tsx'
import { Menu, MenuItem } from '#components/ui/menu.tsx'
import { areSingleKeysOn, setSingleKeys, subscribeToSingleKeys } from '#components/ui/shortcuts.ts'
import { saveCookie, THEME_COOKIE, type Theme, themeAttribute } from '../ui/appearance.ts'
import styles from './user-block.module.css'

export interface ShellUser {
  readonly name: string
  readonly role: string
}

interface UserBlockProps {
  readonly user: ShellUser
  readonly theme: Theme
  readonly onSignOut: () => void
}

/** The signed-in user and role, with sign-out and theme switch. */
export function UserBlock({ user, theme, onSignOut }: UserBlockProps) {
  const singleKeys = useSyncExternalStore(subscribeToSingleKeys, areSingleKeysOn, () => true)
  useCommands({
    scope: 'console',
    heading: 'Console',
    commands: [{ id: 'sign-out', label: 'Sign out', icon: 'leave', note: user.name, act: { run: onSignOut } }],
  })
  return (
    <div className={styles.block}>
      <Menu
        label="Account"
        trigger={props => (
          <button {...props} type="button" className={styles.user}>
            <span className={styles.avatar} aria-hidden="true">
              {getInitials(user.name)}
            </span>
            <span className={styles.names}>
              <span className={styles.name}>{user.name}</span>
              <span className={styles.role}>{user.role}</span>
            </span>
          </button>
        )}
      >
        <MenuItem checked={singleKeys} onSelect={() => setSingleKeys(!singleKeys)}>
          Single-key shortcuts
        </MenuItem>
        <MenuItem onSelect={onSignOut}>Sign out</MenuItem>
      </Menu>
      <ThemeSwitch initial={theme} />
    </div>
  )
}

const NEXT: Record<Theme, Theme> = { system: 'light', light: 'dark', dark: 'system' }
const THEMES = ['system', 'light', 'dark'] as const

/**
 * Cycles through system, light and dark theme. A cookie stores the choice, so that the first render
 * on the server uses it.
 */
export function ThemeSwitch({ initial }: { readonly initial: Theme }) {
  const [theme, setTheme] = useState(initial)
  const next = NEXT[theme]
  const change = (to: Theme) => {
    setTheme(to)
    apply(to)
  }
  useCommands({
    scope: 'console',
    heading: 'Console',
    commands: THEMES.map(each => ({
      id: `theme ${each}`,
      label: `Theme: ${each}`,
      icon: `theme-${each}`,
      ...(each === theme && { note: 'now' }),
      act: { run: () => change(each) },
    })),
  })
  return (
    <Button
      look="ghost"
      size="small"
      icon
      aria-label={`Theme: ${theme}. Change to ${next}`}
      tip={`Theme: ${theme}`}
      onClick={() => change(next)}
    >
      <Icon name={`theme-${theme}`} />
    </Button>
  )
}

function apply(theme: Theme): void {
  const attribute = themeAttribute(theme)
  if (attribute) document.documentElement.dataset.theme = attribute
  else delete document.documentElement.dataset.theme
  saveCookie(THEME_COOKIE, attribute ?? null)
}

/** Up to two letters for a person: `Omar Operator` and `o.operator` are `OO`, `admin` is `AD`. */
export function getInitials(name: string): string {
  const parts = name.split(/[\s._@-]+/).filter(part => part !== '')
  const [first = '?', second] = parts
  const letters = second === undefined ? [...first].slice(0, 2) : [[...first][0], [...second][0]]
  return letters.join('').toUpperCase()
}
