import type { SkippedObject } from '#lib/garden/reflector/contact.ts'

/** More are not named: they likely have the same fault. */
const NAMED = 3

/** The objects of a kind that cannot be read, and why, as sentences; empty where there are none. */
export function skippedText(kind: string, skipped: readonly SkippedObject[]): string {
  if (skipped.length === 0) return ''
  const count = skipped.length.toLocaleString('en')
  const named = skipped.slice(0, NAMED).map(({ object, reason }) => `${object} (${reason})`)
  const more = skipped.length > NAMED ? [`${(skipped.length - NAMED).toLocaleString('en')} more`] : []
  const head =
    skipped.length === 1
      ? `1 ${kind} object cannot be read and is skipped`
      : `${count} ${kind} objects cannot be read and are skipped`
  return `${head}: ${[...named, ...more].join(', ')}. What the console knew of ${skipped.length === 1 ? 'it' : 'them'} stays in force.`
}
