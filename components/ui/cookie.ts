const YEAR_SECONDS = 365 * 24 * 3600

/** Stores a display preference in a cookie, from which the server renders; null deletes it. */
export function saveCookie(name: string, value: string | null): void {
  const lifetime = value === null ? 0 : YEAR_SECONDS
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is missing in some browsers
  document.cookie = `${name}=${value ?? ''}; path=/; max-age=${lifetime}; samesite=lax`
}
