/** Name of the cookie with the chosen height of rows; absent while they are comfortable. */
export const DENSITY_COOKIE = 'hap-density'

export type Density = 'comfortable' | 'compact'

/** The density in a cookie's value; anything else means comfortable. */
export function parseDensity(value: string | undefined): Density {
  return value === 'compact' ? 'compact' : 'comfortable'
}

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

const YEAR_SECONDS = 365 * 24 * 3600

/** Stores a display preference in a cookie, from which the server renders; null deletes it. */
export function saveCookie(name: string, value: string | null): void {
  const lifetime = value === null ? 0 : YEAR_SECONDS
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is missing in some browsers
  document.cookie = `${name}=${value ?? ''}; path=/; max-age=${lifetime}; samesite=lax`
}
