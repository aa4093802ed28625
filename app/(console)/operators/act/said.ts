/** Why something is done, as it is typed. */
export interface Said {
  readonly reason: string
  readonly ticket: string
}
