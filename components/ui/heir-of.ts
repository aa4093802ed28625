/**
 * What takes the focus of a control that is gone from `home`, its parent: the menu beside it, where its action is now, else what can be
 * pressed there. Null where nothing is left.
 */
export function heirOf(home: Element | null): HTMLElement | null {
  return home?.querySelector<HTMLElement>('[aria-haspopup="menu"]') ?? home?.querySelector('button, a[href]') ?? null
}
