import { Button } from '#components/ui/button.tsx'
import { LiveRegion } from '#components/ui/live-region.tsx'
import { formatPlural } from '#lib/util/format.ts'
import type { Hold } from './use-held-rows.ts'

/** Switch that holds the row order, with the number of waiting changes. */
export function HoldSwitch({ hold: { on, waiting, toggle, takeIn } }: { readonly hold: Hold }) {
  return (
    <>
      {waiting > 0 && (
        <Button look="ghost" size="small" tip="Rows added, removed or moved" onClick={takeIn}>
          {formatPlural(waiting, 'change')} held back. Show
        </Button>
      )}
      <Button
        look="ghost"
        size="small"
        aria-pressed={on}
        tip={on ? 'Row order is frozen. Click to resume' : 'Freeze the order of the rows while data changes'}
        onClick={toggle}
      >
        Focus
      </Button>
      <LiveRegion message={on && waiting > 0 ? 'List changes are held back.' : ''} />
    </>
  )
}
