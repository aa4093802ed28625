import { useTimeText } from '#components/ui/clock.tsx'
import text from '#components/ui/text.module.css'
import type { CleaningRow } from '#lib/queries/bindings/cleaning-list.ts'
import { formatDuration, formatExact } from '#lib/util/format.ts'

/** Time of the next run of a cleaner on an account, or a note that one is running. */
export function NextLook({ row }: { readonly row: Pick<CleaningRow, 'nextLook' | 'asked' | 'owner' | 'state'> }) {
  const { nextLook, asked, owner, state } = row
  if (owner !== null) return <span data-tip={`Deleting now: ${owner}`}>deleting now</span>
  if (nextLook === null) {
    const why = state === 'quarantined' ? 'Cleaners skip quarantined accounts' : undefined
    return (
      <span className={text.muted} data-tip={why}>
        manual
      </span>
    )
  }
  if (asked !== null) return <span data-tip={`Requested at ${formatExact(asked)}`}>first in line</span>
  return <Due at={nextLook} />
}

function Due({ at }: { readonly at: string }) {
  const time = Date.parse(at)
  const words = useTimeText(now => (time > now ? `in ${formatDuration(time - now)}` : 'due'))
  return (
    <time dateTime={at} data-tip={formatExact(at)}>
      {words}
    </time>
  )
}
