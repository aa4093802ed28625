/** Suggests the closest name within two typing errors; null for none. */
export function suggestName(text: string, names: Iterable<string>): string | null {
  let best: { readonly name: string; readonly slips: number } | null = null
  if (text.length > 40) return null
  for (const name of names) {
    const most = Math.min(2, name.length / 3)
    // The distance is at least the difference in length, and much slower.
    if (Math.abs(text.length - name.length) > most) continue
    const slips = text.toLowerCase() === name.toLowerCase() ? 0 : distance(text, name)
    if (slips <= most && (best === null || slips < best.slips)) best = { name, slips }
  }
  return best?.name ?? null
}

/** Edit distance that counts insertion, removal, replacement and swapped neighbours. */
function distance(a: string, b: string): number {
  let before: readonly number[] = []
  let row: readonly number[] = Array.from({ length: b.length + 1 }, (_, column) => column)
  for (let i = 1; i <= a.length; i++) {
    const next = [i]
    for (let j = 1; j <= b.length; j++) {
      const replaced = (row[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1)
      const isSwapped = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]
      const swapped = isSwapped ? (before[j - 2] ?? 0) + 1 : replaced
      next.push(Math.min(replaced, swapped, (row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1))
    }
    before = row
    row = next
  }
  return row[b.length] ?? 0
}
