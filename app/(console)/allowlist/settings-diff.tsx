import { LabelDiff } from '#components/hap/label-diff.tsx'
import { Disclosure } from '#components/ui/disclosure.tsx'
import type { MultiAccount } from '#lib/hap/lifecycle/multi-account.ts'
import type { MultiAccountChange } from '#lib/hap/lifecycle/multi-account-change.ts'
import { formatCount, formatPlural } from '#lib/util/format.ts'
import { scopeOf } from './draft.ts'

/** Lines shown without expanding, so that the consequences below stay in view. */
const SHOWN_LINES = 12

/** Differences between two sets of settings, line by line. */
export function SettingsDiff({ change }: { readonly change: MultiAccountChange }) {
  const lines = listSettingsLines(change)
  const more = lines.length - SHOWN_LINES
  return (
    <div>
      <LabelDiff lines={lines.slice(0, SHOWN_LINES)} />
      {more > 0 && (
        <Disclosure summary={formatPlural(more, 'more line')}>
          <LabelDiff lines={lines.slice(SHOWN_LINES)} />
        </Disclosure>
      )}
    </div>
  )
}

interface SettingsLine {
  readonly change: 'added' | 'removed'
  readonly key: string
  readonly value: string
  readonly bare: boolean
}

/** Changed numbers first, then removed ids, then added ids. */
export function listSettingsLines({ added, removed, numbers }: MultiAccountChange): readonly SettingsLine[] {
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

/** Summary of settings, e.g. "everybody, limits.default 3, 4 provider limits". */
export function summarizeSettings({ allowed, limits }: MultiAccount): string {
  const scope = scopeOf(allowed)
  const who = scope === 'listed' ? formatPlural(new Set(allowed).size, 'listed global account') : scope
  const own = Object.keys(limits?.providers ?? {}).length
  return `${who}, limits.default ${formatCount(limits?.default ?? 0)}, ${formatPlural(own, 'provider limit')}`
}
