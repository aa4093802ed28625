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

/** What a browser calls itself, in short: `Firefox 145 on macOS`. Nothing hangs on it: any program may call itself anything. */
export function browserName(userAgent: string | null): string {
  if (userAgent === null) return 'unknown'
  const [browser] = BROWSERS.flatMap(([pattern, name]) => {
    const found = pattern.exec(userAgent)
    return found ? [`${name} ${found[1]}`] : []
  })
  const system = SYSTEMS.find(([pattern]) => pattern.test(userAgent))?.[1]
  return `${browser ?? userAgent.slice(0, 40)}${browser && system ? ` on ${system}` : ''}`
}
