/** What the audit log says of a request that is not in order; whoever asks may send any length of it. */
export function notValid(problems: readonly string[]): string {
  return `Not valid: ${problems.join(' ')}`.slice(0, 1_000)
}
