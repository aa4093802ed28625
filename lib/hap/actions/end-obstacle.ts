/** Why a hold cannot last until a time, as a sentence; null when it can, and for one that somebody ends. Both in milliseconds since 1970. */
export function endObstacle(until: number | null, at: number): string | null {
  return until === null || until > at ? null : 'The end of the hold is not in the future.'
}
