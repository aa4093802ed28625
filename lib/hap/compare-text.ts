/** Order of plain ASCII texts such as names and ids, the Kubernetes API's own. */
export function compareText(a: string, b: string): number {
  return a === b ? 0 : a < b ? -1 : 1
}
