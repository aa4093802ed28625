import { Button } from '#components/ui/button.tsx'
import { findNextFocus } from '#components/ui/dialog.tsx'
import { Icon } from '#components/ui/icon.tsx'
import { Menu, MenuItem } from '#components/ui/menu.tsx'
import { ACTION_LABELS, type Action } from '#lib/hap/actions/action.ts'
import type { BindingDetail } from '#lib/queries/bindings/binding-detail.ts'

/** An action as a page offers it. */
interface OfferedAction {
  readonly action: Action
  readonly label: string
  /**
   * Whether the action may lose the contents of the account or pass it to another global account.
   */
  readonly dangerous: boolean
  /** Why the action is unavailable, as sentences; null when it is available. */
  readonly disabledReason: string | null
  readonly tip?: string | undefined
}

interface ActionButtonsProps<Offer> {
  readonly offers: readonly Offer[]
  /** Name of the menu with the remaining actions. */
  readonly more: string
  readonly size?: 'small'
  /** Actions that get a button before the others while they are available, in this order. */
  readonly first?: readonly Action[]
  readonly onChoose: (offer: Offer) => void
}

/** Actions that always have a button. The others are in the menu. */
const FRONT: ReadonlySet<Action> = new Set(['release', 'hold', 'mark-dirty'])

/** All actions on bindings. Unavailable ones stay visible, with the reason. */
export function ActionButtons<Offer extends OfferedAction>({
  offers,
  more,
  size,
  first = [],
  onChoose,
}: ActionButtonsProps<Offer>) {
  const ahead = first.flatMap(action =>
    offers.filter(offer => offer.action === action && offer.disabledReason === null),
  )
  const front = [...ahead, ...offers.filter(offer => FRONT.has(offer.action) && !ahead.includes(offer))]
  return (
    <>
      {front.map(offer => (
        <Button
          key={offer.action}
          ref={ahead.includes(offer) ? leaveFocus : undefined}
          size={size}
          look={offer.dangerous ? 'danger-quiet' : 'default'}
          disabledReason={offer.disabledReason}
          tip={offer.tip}
          onClick={() => onChoose(offer)}
        >
          {offer.label}
        </Button>
      ))}
      {offers.length > front.length && (
        <Menu
          label={more}
          align="end"
          trigger={props => (
            <Button {...props} size={size} icon aria-label={more} tip={more}>
              <Icon name="more" />
            </Button>
          )}
        >
          {offers
            .filter(offer => !front.includes(offer))
            .map(offer => (
              <MenuItem
                key={offer.action}
                disabledReason={offer.disabledReason}
                danger={offer.dangerous}
                onSelect={() => onChoose(offer)}
              >
                {offer.label}
              </MenuItem>
            ))}
        </Menu>
      )}
    </>
  )
}

/**
 * Such a button disappears once its action is done. Its focus moves to the menu, which then
 * contains the action.
 */
function leaveFocus(button: HTMLButtonElement | null) {
  return () => {
    if (button !== null && button === document.activeElement) findNextFocus(button, button.parentElement)?.focus()
  }
}

/** Label of an action on a binding. On a held binding, `hold` changes the existing hold. */
export function actionVerb(action: Action, { row, hold }: ForVerb): string {
  return changesHold(action, { row, hold }) ? 'Change hold' : ACTION_LABELS[action].verb
}

/** Whether the action would change an existing hold. */
export function changesHold(action: Action, { row, hold }: ForVerb): boolean {
  return action === 'hold' && hold !== null && row.state === 'held'
}

interface ForVerb {
  readonly row: Pick<BindingDetail['row'], 'state'>
  readonly hold: BindingDetail['hold']
}
