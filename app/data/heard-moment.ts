let heard: string | null = null

/** Stores the moment of an event. */
export function noteMoment(moment: string): void {
  heard = moment
}

/**
 * The latest moment that the page knows; null before the first event. A request that sends it
 * accepts an answer computed for another page since.
 */
export function heardMoment(): string | null {
  return heard
}

/** Whether two texts denote the same moment, on any stream. */
export function isSameMoment(one: string, other: string): boolean {
  return readOf(one) === readOf(other)
}

/** Process, version and rules; the id of the stream follows them. */
function readOf(moment: string): string {
  return moment.split('.', 3).join('.')
}
