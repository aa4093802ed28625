import { LabelDiff } from '#components/hap/label-diff.tsx'
import { formatCount } from '#components/ui/format.ts'
import text from '#components/ui/text.module.css'
import type { MultiAccountChange } from '#lib/hap/lifecycle/multi-account-change.ts'
import { diffLines } from './diff-lines.ts'

/** Lines that are drawn. */
const SHOWN = 40

/** What one set of settings changes of another, line by line. */
export function SettingsDiff({ change }: { readonly change: MultiAccountChange }) {
  const lines = diffLines(change)
  const more = lines.length - SHOWN
  return (
    <div>
      <LabelDiff lines={lines.slice(0, SHOWN)} />
      {more > 0 && <p className={text.muted}>and {formatCount(more)} more lines</p>}
    </div>
  )
}
