/** Whether the fragment of an address was meant as a link, be it cut; others lead to places on the page. */
export function isLink(fragment: string): boolean {
  return /^#(\d{1,9}|s)(\.|$)/.test(fragment)
}
