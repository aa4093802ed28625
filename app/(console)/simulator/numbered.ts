/** Whether a difference has a number of the list that people know, as `D8`; two have only a name. */
export function isNumbered(id: string): boolean {
  return /^D\d+$/.test(id)
}
