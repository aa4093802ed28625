/** Each from a length on; hours up to three days, as everywhere in the console. */
const UNITS = [
  ['d', 86_400_000, 3 * 86_400_000],
  ['h', 3_600_000, 3_600_000],
  ['min', 60_000, 60_000],
  ['s', 1_000, 1_000],
] as const

/** A span of milliseconds in its largest fitting unit: `4 d`, `52 h`, `12 min`, `0 s`. */
export function age(milliseconds: number): string {
  for (const [unit, length, from] of UNITS) {
    if (milliseconds >= from) return `${Math.floor(milliseconds / length)} ${unit}`
  }
  return '0 s'
}
