const BROWSERS: readonly (readonly [pattern: RegExp, name: string])[] = [
  [/\bEdg(?:e|A|iOS)?\/(\d+)/, 'Edge'],
  [/\bFirefox\/(\d+)/, 'Firefox'],
  [/\b(?:Headless)?Chrome\/(\d+)/, 'Chrome'],
  [/\bVersion\/(\d+).*\bSafari\//, 'Safari'],
  [/^curl\/(\d+)/, 'curl'],
]

const SYSTEMS: readonly (readonly [pattern: RegExp, name: string])[] = [
  [/Android/, 'Android'],
  [/iPhone|iPad/, 'iOS'],
  [/Windows/, 'Windows'],
  [/Mac OS X/, 'macOS'],
  [/Linux/, 'Linux'],
]

/**
 * Short name of a browser from its User-Agent header, e.g. `Firefox 145 on macOS`.
 * For display only: a client can send any header.
 */
export function getBrowserName(userAgent: string | null): string {
  if (userAgent === null) return 'unknown'
  const [browser] = BROWSERS.flatMap(([pattern, name]) => {
    const found = pattern.exec(userAgent)
    return found ? [`${name} ${found[1]}`] : []
  })
  const system = SYSTEMS.find(([pattern]) => pattern.test(userAgent))?.[1]
  return `${browser ?? userAgent.slice(0, 40)}${browser && system ? ` on ${system}` : ''}`
}
