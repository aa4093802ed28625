/** Where the line of a place begins. */
export function lineStart(text: string, at: number): number {
  // A search from before the text finds a line end at its head.
  return at <= 0 ? 0 : text.lastIndexOf('\n', at - 1) + 1
}
