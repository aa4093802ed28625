/** The same in every bundle of this process, and another after a restart. */
const PROCESS = Math.trunc(performance.timeOrigin).toString(36)

/** What a read saw, as one text: this process and the version of its inventory. Versions of another process mean nothing here. */
export function momentOf(version: number): string {
  return `${PROCESS}.${version}`
}

/** The version of a moment: -1, which no log knows, for a text of another process or none of ours; null without a text. */
export function versionOf(moment: string | null): number | null {
  if (moment === null) return null
  const [process, version = ''] = moment.split('.')
  return process === PROCESS && /^\d{1,15}$/.test(version) ? Number(version) : -1
}
