'use client'

import { useState } from 'react'
import { Button } from '#components/ui/button.tsx'
import { Icon } from '#components/ui/icon.tsx'
import { THEME_COOKIE, type Theme, themeAttribute } from './theme.ts'

const NEXT: Record<Theme, Theme> = { system: 'light', light: 'dark', dark: 'system' }
const YEAR_SECONDS = 365 * 24 * 3600

/** Goes from the system's theme to light to dark. A cookie keeps it, so that the server draws the right one from the start. */
export function ThemeSwitch({ initial }: { readonly initial: Theme }) {
  const [theme, setTheme] = useState(initial)
  const next = NEXT[theme]
  const change = () => {
    setTheme(next)
    apply(next)
  }
  return (
    <Button
      look="ghost"
      size="small"
      icon
      aria-label={`Theme: ${theme}. Change to ${next}`}
      tip={`Theme: ${theme}`}
      onClick={change}
    >
      <Icon name={`theme-${theme}`} />
    </Button>
  )
}

function apply(theme: Theme): void {
  const attribute = themeAttribute(theme)
  if (attribute) document.documentElement.dataset.theme = attribute
  else delete document.documentElement.dataset.theme
  const lifetime = theme === 'system' ? 0 : YEAR_SECONDS
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is missing in some browsers
  document.cookie = `${THEME_COOKIE}=${theme}; path=/; max-age=${lifetime}; samesite=lax`
}
