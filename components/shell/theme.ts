/** Name of the cookie with the chosen theme; absent while the system decides. */
export const THEME_COOKIE = 'hap-theme'

export type Theme = 'system' | 'light' | 'dark'

/** The theme in a cookie's value; anything else means that the system decides. */
export function parseTheme(value: string | undefined): Theme {
  return value === 'light' || value === 'dark' ? value : 'system'
}

/** Value of `data-theme` on the root element; undefined leaves it out. */
export function themeAttribute(theme: Theme): 'light' | 'dark' | undefined {
  return theme === 'system' ? undefined : theme
}
