'use client'

import { useState } from 'react'
import { useCommands } from '#components/palette/commands.ts'
import { saveCookie, THEME_COOKIE, type Theme, themeAttribute } from '#components/ui/appearance.ts'
import { Button } from '#components/ui/button.tsx'
import { Icon } from '#components/ui/icon.tsx'

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
