/**
 * What takes the focus of a control that leaves `home`, its parent: the menu there, where its action is now, else what can be pressed
 * there; where that has gone too, the heading of the page. Null where there is neither.
 */
export function heirOf(leaving: Element, home: Element | null): HTMLElement | null {
  const there = home?.isConnected ? [...home.querySelectorAll<HTMLElement>('button, a[href]')] : []
  const others = there.filter(each => each !== leaving && each.closest('[popover]') === null)
  return others.find(each => each.ariaHasPopup === 'menu') ?? others[0] ?? document.querySelector<HTMLElement>('h1')
}
