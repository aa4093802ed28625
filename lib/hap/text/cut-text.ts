/** The first characters of a text, at most so many, none of them half. */
export function cutText(text: string, most: number): string {
  const cut = text.slice(0, most)
  return /[\ud800-\udbff]$/.test(cut) ? cut.slice(0, -1) : cut
}
