import { LabelDiff } from '#components/hap/label-diff.tsx'
import { Disclosure } from '#components/ui/disclosure.tsx'
import type { MultiAccountChange } from '#lib/hap/lifecycle/multi-account-change.ts'
import { formatPlural } from '#lib/util/format.ts'
import { diffLines } from './diff-lines.ts'

/** Lines shown without expanding, so that the consequences below stay in view. */
const SHOWN = 12

/** Differences between two sets of settings, line by line. */
export function SettingsDiff({ change }: { readonly change: MultiAccountChange }) {
  const lines = diffLines(change)
  const more = lines.length - SHOWN
  return (
    <div>
      <LabelDiff lines={lines.slice(0, SHOWN)} />
      {more > 0 && (
        <Disclosure summary={formatPlural(more, 'more line')}>
          <LabelDiff lines={lines.slice(SHOWN)} />
        </Disclosure>
      )}
    </div>
  )
}
