import { Button } from '#components/ui/button.tsx'
import { formatPlural } from '#components/ui/format.ts'
import { LiveRegion } from '#components/ui/live-region.tsx'
import type { Hold } from './use-held-rows.ts'

/** Keeps the rows where they are while somebody works, and says how many changes wait. */
export function HoldSwitch({ hold: { on, waiting, toggle, takeIn } }: { readonly hold: Hold }) {
  return (
    <>
      {waiting > 0 && (
        <Button look="ghost" size="small" tip="Rows that came, went or moved" onClick={takeIn}>
          {formatPlural(waiting, 'change')} held back: show
        </Button>
      )}
      <Button
        look="ghost"
        size="small"
        aria-pressed={on}
        tip={
          on ? 'The rows stay where they are. Let them go on' : 'Keep the rows where they are while others come and go'
        }
        onClick={toggle}
      >
        Focus
      </Button>
      <LiveRegion message={on && waiting > 0 ? 'Changes of the list are held back.' : ''} />
    </>
  )
}
