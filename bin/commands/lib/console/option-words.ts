const OPTIONS: Readonly<Record<string, string>> = {
  plan: '--plan',
  provider: '--provider',
  platformRegion: '--platform-region',
  hyperscalerRegion: '--hyperscaler-region',
  globalAccount: '--global-account',
  cluster: '--cluster',
}

/** What a console says of a request, with fields and headers named by the options they were given with. */
export function inOptions(message: string): string {
  return message
    .replaceAll('Idempotency-Key', '--key')
    .replace(/(^|; )(\w+)(?=: )/g, (all: string, before: string, field: string) =>
      Object.hasOwn(OPTIONS, field) ? `${before}${OPTIONS[field]}` : all,
    )
}
