/** Number of rows after the last visible one to load ahead. */
const READ_AHEAD = 40

/** The first and last part, counted from 0, of a list in parts of so many rows where the rows `from` to `to` are in sight. */
export function partsInSight(
  from: number,
  to: number,
  partRows: number,
): { readonly first: number; readonly last: number } {
  return { first: Math.floor(from / partRows), last: Math.floor((to + READ_AHEAD) / partRows) }
}
