/** Time without input after which the page counts as unattended. */
const AWAY_MS = 60_000

const TOUCHES = ['pointerdown', 'pointermove', 'keydown', 'wheel', 'touchstart'] as const

let touchedAt = 0

/**
 * Tracks the last user input on the page, starting now. Browser only. Returns the function that
 * stops it.
 */
export function followAttendance(): () => void {
  touchedAt = Date.now()
  const touched = () => {
    touchedAt = Date.now()
  }
  for (const touch of TOUCHES) document.addEventListener(touch, touched, { passive: true, capture: true })
  return () => {
    for (const touch of TOUCHES) document.removeEventListener(touch, touched, { capture: true })
  }
}

/** Whether the page fetches without a user present. */
export function isUnattended(): boolean {
  return Date.now() - touchedAt >= AWAY_MS
}
