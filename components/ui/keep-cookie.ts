const YEAR_SECONDS = 365 * 24 * 3600

/** Keeps how somebody likes the console in a cookie, which the server draws by; null forgets it. */
export function keepCookie(name: string, value: string | null): void {
  const lifetime = value === null ? 0 : YEAR_SECONDS
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is missing in some browsers
  document.cookie = `${name}=${value ?? ''}; path=/; max-age=${lifetime}; samesite=lax`
}
