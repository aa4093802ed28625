/** Whoever reads a row before choosing it does not move all the time. */
const TOUCHED_MS = 10_000

interface RestTimer {
  /** Somebody is at work in these rows. */
  readonly touch: (rows: Element) => void
  readonly stop: () => void
}

/** Calls back once nobody has touched the rows for a while, and no pointer rests on them. */
export function restTimer(onLeft: () => void): RestTimer {
  let timer: ReturnType<typeof setTimeout> | undefined
  const touch = (rows: Element) => {
    clearTimeout(timer)
    timer = setTimeout(() => (isPointedAt(rows) ? touch(rows) : onLeft()), TOUCHED_MS)
  }
  return { touch, stop: () => clearTimeout(timer) }
}

/** A finger leaves no pointer behind, whatever browsers say of the last place it touched. */
function isPointedAt(rows: Element): boolean {
  return rows.matches(':hover') && window.matchMedia('(hover: hover)').matches
}
