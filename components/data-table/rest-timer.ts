/** Long enough to read a row before choosing it, during which the pointer may rest. */
const TOUCHED_MS = 10_000

interface RestTimer {
  /** Restarts the timer after input in these rows. */
  readonly touch: (rows: Element) => void
  readonly stop: () => void
}

/** Calls back after TOUCHED_MS without input in the rows, once no pointer is over them. */
export function restTimer(onLeft: () => void): RestTimer {
  let timer: ReturnType<typeof setTimeout> | undefined
  const touch = (rows: Element) => {
    clearTimeout(timer)
    timer = setTimeout(() => (isPointedAt(rows) ? touch(rows) : onLeft()), TOUCHED_MS)
  }
  return { touch, stop: () => clearTimeout(timer) }
}

/** Touch devices do not count: browsers report `:hover` at the last touch although no pointer remains. */
function isPointedAt(rows: Element): boolean {
  return rows.matches(':hover') && window.matchMedia('(hover: hover)').matches
}
