/** Somebody who has not touched the page for so long is taken to be away. */
const AWAY_MS = 60_000

const TOUCHES = ['pointerdown', 'pointermove', 'keydown', 'wheel', 'touchstart'] as const

let touchedAt = 0

/** Notes when somebody last touched this page, from now on. For a browser only; returns what stops it. */
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

/** Whether a page asks by itself, with nobody before it. */
export function isUnattended(): boolean {
  return Date.now() - touchedAt >= AWAY_MS
}
