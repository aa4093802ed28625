import { Button } from '#components/ui/button.tsx'
import { heirOf } from '#components/ui/heir-of.ts'
import { Icon } from '#components/ui/icon.tsx'
import { Menu, MenuItem } from '#components/ui/menu.tsx'
import type { Action } from '#lib/hap/actions/action.ts'

/** An action as it stands on a page. */
interface OfferedAction {
  readonly action: Action
  readonly label: string
  /** What is in the account may be lost, or somebody else may get it. */
  readonly dangerous: boolean
  /** Why it cannot be done, as sentences; null when it can. */
  readonly disabledReason: string | null
  readonly tip?: string | undefined
}

interface ActionButtonsProps<Offer> {
  readonly offers: readonly Offer[]
  /** Name of the menu with those that have no button. */
  readonly more: string
  readonly size?: 'small'
  /** One that has a button of its own now, before the others. */
  readonly first?: Action | undefined
  readonly onChoose: (offer: Offer) => void
}

/** Those with a button of their own; the others are in the menu. */
const FRONT: ReadonlySet<Action> = new Set(['release', 'hold', 'mark-dirty'])

/** Everything people do to bindings. What cannot be done stays there with the reason. */
export function ActionButtons<Offer extends OfferedAction>({
  offers,
  more,
  size,
  first,
  onChoose,
}: ActionButtonsProps<Offer>) {
  const front = offers.filter(({ action }) => action === first || FRONT.has(action))
  return (
    <>
      {front
        .toSorted((a, b) => Number(b.action === first) - Number(a.action === first))
        .map(offer => (
          <Button
            key={offer.action}
            ref={offer.action === first ? leaveFocus : undefined}
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

/** The first button goes once it has done its work; the focus it had goes to the menu, where its action is now. */
function leaveFocus(button: HTMLButtonElement | null) {
  return () => {
    if (button !== null && button === document.activeElement) heirOf(button, button.parentElement)?.focus()
  }
}
