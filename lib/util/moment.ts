/** Request header in which a page sends the last moment that it knows. */
export const MOMENT_HEADER = 'hap-heard'

/** Id of this process, shared by all bundles and new after a restart. */
const PROCESS = Math.trunc(performance.timeOrigin).toString(36)

/** The versions that a read saw: of the inventory, and of rules and settings. */
export interface Moment {
  readonly version: number
  readonly rules: number
}

interface MomentSource {
  readonly inventory: { readonly version: number }
  readonly rulesRevision: number
}

/** The current versions. */
export function momentOf({ inventory, rulesRevision }: MomentSource): Moment {
  return { version: inventory.version, rules: rulesRevision }
}

/** A moment as text, with the id of the process, because versions of other processes are not comparable. */
export function momentText({ version, rules }: Moment): string {
  return `${PROCESS}.${version}.${rules}`
}

/** The moment of a text; an unknown moment for a text of another process; null without a text. */
export function parseMoment(text: string | null): Moment | null {
  if (text === null) return null
  const [process, ...numbers] = text.split('.')
  const [version, rules] = numbers.map(number => (/^\d{1,15}$/.test(number) ? Number(number) : -1))
  return process === PROCESS ? { version: version ?? -1, rules: rules ?? -1 } : { version: -1, rules: -1 }
}
