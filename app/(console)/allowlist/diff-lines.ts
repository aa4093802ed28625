import type { MultiAccountChange } from '#lib/hap/lifecycle/multi-account-change.ts'

interface SettingsLine {
  readonly change: 'added' | 'removed'
  readonly key: string
  readonly value: string
  readonly bare: boolean
}

/** Changed numbers first, then removed ids, then added ids. */
export function diffLines({ added, removed, numbers }: MultiAccountChange): readonly SettingsLine[] {
  const number = (change: 'added' | 'removed', key: string, value: number | null): readonly SettingsLine[] =>
    value === null ? [] : [{ change, key, value: String(value), bare: true }]
  const id = (change: 'added' | 'removed', value: string) =>
    ({ change, key: 'allowedGlobalAccounts', value, bare: false }) as const
  return [
    ...numbers.flatMap(({ setting, before, after }) => [
      ...number('removed', setting, before),
      ...number('added', setting, after),
    ]),
    ...removed.map(value => id('removed', value)),
    ...added.map(value => id('added', value)),
  ]
}
