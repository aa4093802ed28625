/** Request header in which a page sends the last moment that it knows. */
export const MOMENT_HEADER = 'hap-heard'

/** The same in every bundle of this process, and another after a restart. */
const PROCESS = Math.trunc(performance.timeOrigin).toString(36)

/** What a read saw: a version of the inventory, and a revision of rules and settings. */
export interface Moment {
  readonly version: number
  readonly rules: number
}

interface MomentSource {
  readonly inventory: { readonly version: number }
  readonly rulesRevision: number
}

/** What a read sees now. */
export function momentOf({ inventory, rulesRevision }: MomentSource): Moment {
  return { version: inventory.version, rules: rulesRevision }
}

/** A moment as one text, with this process in it, since numbers of another process mean nothing here, and with the id of the stream that tells of it. */
export function momentText({ version, rules }: Moment, stream?: string): string {
  const text = `${PROCESS}.${version}.${rules}`
  return stream === undefined ? text : `${text}.${stream}`
}

/** The id of the stream a text came by; null where it came by none, or before a restart. */
export function streamOf(text: string): string | null {
  const [process, , , stream] = text.split('.')
  return process === PROCESS && stream !== undefined && /^[\da-f]{16}$/.test(stream) ? stream : null
}

/** The moment of a text: one that no log knows for a text of another process or none of ours; null without a text. */
export function parseMoment(text: string | null): Moment | null {
  if (text === null) return null
  const [process, ...numbers] = text.split('.')
  const [version, rules] = numbers.map(number => (/^\d{1,15}$/.test(number) ? Number(number) : -1))
  return process === PROCESS ? { version: version ?? -1, rules: rules ?? -1 } : { version: -1, rules: -1 }
}
