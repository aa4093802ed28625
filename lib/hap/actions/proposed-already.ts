/** Why something that waits for approval is not proposed again. */
export function proposedAlready(proposer: string): string {
  return `${proposer} has proposed this already, and it waits for approval.`
}
