const COUNT = new Intl.NumberFormat('en')
const SHARE = new Intl.NumberFormat('en', { style: 'percent' })
const DAY = new Intl.DateTimeFormat('en-GB', { timeZone: 'UTC', day: 'numeric', month: 'short', year: 'numeric' })

/** `20412` as `20,412`. */
export function formatCount(value: number): string {
  return COUNT.format(value)
}

/** `part` of `whole` in whole percent, `9%`; a dash when there is no whole. Few are not none, and most are not all: `<1%`, `>99%`. */
export function formatShare(part: number, whole: number): string {
  if (whole === 0) return '—'
  const share = part / whole
  if (share > 0 && share < 0.005) return '<1%'
  return share < 1 && share >= 0.995 ? '>99%' : SHARE.format(share)
}

/** `1 pool`, `3 pools`. */
export function formatPlural(count: number, one: string, many = `${one}s`): string {
  return `${formatCount(count)} ${count === 1 ? one : many}`
}

/** `21 Apr 2026`, in UTC. Takes RFC 3339. */
export function formatDay(at: string): string {
  return DAY.format(new Date(at))
}

/** `2026-04-21 12:04:07 UTC`. Takes RFC 3339. */
export function formatExact(at: string): string {
  return `${new Date(at).toISOString().slice(0, 19).replace('T', ' ')} UTC`
}

/** `12:04:07`, in UTC. Takes RFC 3339. */
export function formatClock(at: string): string {
  return new Date(at).toISOString().slice(11, 19)
}

const SECOND = 1_000
const MINUTE = 60 * SECOND
const HOUR = 60 * MINUTE
const DAYS = 24 * HOUR

/** A length of time in its largest fitting unit: `4 s`, `11 min`, `52 h` (up to three days), `214 d`. Less than nothing is `0 s`. */
export function formatDuration(milliseconds: number): string {
  const length = Math.max(0, milliseconds)
  if (length < MINUTE) return `${Math.floor(length / SECOND)} s`
  if (length < HOUR) return `${Math.floor(length / MINUTE)} min`
  if (length < 3 * DAYS) return `${Math.floor(length / HOUR)} h`
  return `${formatCount(Math.floor(length / DAYS))} d`
}

/** How far off a time to come is. Of days the nearest count: what ends in 90 days reads so a moment later too. */
export function formatAhead(milliseconds: number): string {
  return milliseconds < 3 * DAYS ? formatDuration(milliseconds) : formatDuration(milliseconds + DAYS / 2)
}

/** A length of time before which something has to be done: of less than a day with its minutes, `1 h 4 min`. */
export function formatRemaining(milliseconds: number): string {
  if (milliseconds < HOUR || milliseconds >= DAYS) return formatAhead(milliseconds)
  const minutes = Math.floor((milliseconds % HOUR) / MINUTE)
  return `${Math.floor(milliseconds / HOUR)} h${minutes === 0 ? '' : ` ${minutes} min`}`
}

/** Epoch milliseconds as Kubernetes writes a time (metav1.Time): RFC 3339 in whole seconds. */
export function formatTime(ms: number): string {
  return new Date(ms).toISOString().replace(/\.\d+Z$/, 'Z')
}

/** Epoch milliseconds as metav1.MicroTime: the API server accepts exactly six digits of a second. */
export function formatMicroTime(ms: number): string {
  return new Date(ms).toISOString().replace('Z', '000Z')
}
