const UNITS = [
  ['d', 86_400_000],
  ['h', 3_600_000],
  ['min', 60_000],
  ['s', 1_000],
] as const

/** A span of milliseconds in its largest whole unit: `2 d`, `4 h`, `12 min`, `0 s`. */
export function age(milliseconds: number): string {
  for (const [unit, length] of UNITS) {
    if (milliseconds >= length) return `${Math.floor(milliseconds / length)} ${unit}`
  }
  return '0 s'
}
