import { isRecord } from '#lib/hap/document.ts'

/**
 * Whether an object is already as a part of it is wanted: it may have more fields, as a server fills them in, and in lists whose items
 * have names more items. Other lists are compared as a whole.
 */
export function covers(has: unknown, wanted: unknown): boolean {
  if (isRecord(wanted)) return isRecord(has) && Object.entries(wanted).every(([key, value]) => covers(has[key], value))
  if (!Array.isArray(wanted)) return Object.is(has, wanted)
  if (!Array.isArray(has)) return false
  const isNamed = wanted.length > 0 && wanted.every(item => isRecord(item) && item.name !== undefined)
  if (!isNamed) return has.length === wanted.length && wanted.every((item, place) => covers(has[place], item))
  return wanted.every(item =>
    covers(
      has.find(other => isRecord(other) && other.name === item.name),
      item,
    ),
  )
}
