/** Whether two addresses of a page show the same, in whatever order their parameters stand. */
export function sameAddress(a: string, b: string): boolean {
  return sorted(a) === sorted(b)
}

function sorted(address: string): string {
  const { pathname, searchParams } = new URL(address, 'http://console')
  const given = [...searchParams].filter(([, value]) => value !== '').map(([name, value]) => `${name}=${value}`)
  return [pathname, ...given.sort()].join('\n')
}
