let heard: string | null = null

/** Keeps the moment an event of the server tells of. */
export function noteMoment(moment: string): void {
  heard = moment
}

/** The last moment this page has heard of; null before the first event. Whoever sends it along takes an answer that another page got since. */
export function heardMoment(): string | null {
  return heard
}

/** Whether two texts tell the same moment, whichever stream each came by. */
export function isSameMoment(one: string, other: string): boolean {
  return readOf(one) === readOf(other)
}

/** Process, version and rules; the number of a stream comes after them. */
function readOf(moment: string): string {
  return moment.split('.', 3).join('.')
}
