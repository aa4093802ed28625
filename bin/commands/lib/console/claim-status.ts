/** Whether a claim was given back: its account, if it had one, is somebody else's before long. */
export function isOver(status: string): boolean {
  return status === 'releasing' || status === 'released'
}
