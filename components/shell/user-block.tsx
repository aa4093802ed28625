'use client'

import { useSyncExternalStore } from 'react'
import { useCommands } from '#components/palette/commands.ts'
import { Menu, MenuItem } from '#components/ui/menu.tsx'
import { areSingleKeysOn, setSingleKeys, subscribeToSingleKeys } from '#components/ui/page-key.ts'
import type { Theme } from '../ui/appearance.ts'
import { getInitials } from './initials.ts'
import { ThemeSwitch } from './theme-switch.tsx'
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
