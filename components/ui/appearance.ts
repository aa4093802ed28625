/** Cookie of the row height; absent for `comfortable`. */
export const DENSITY_COOKIE = 'hap-density'

export type Density = 'comfortable' | 'compact'

/** Parses the density cookie; invalid values mean `comfortable`. */
export function parseDensity(value: string | undefined): Density {
  return value === 'compact' ? 'compact' : 'comfortable'
}

/** Cookie of the theme; absent for `system`. */
export const THEME_COOKIE = 'hap-theme'

export type Theme = 'system' | 'light' | 'dark'

/** Parses the theme cookie; invalid values mean `system`. */
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
