import { keepInTab, keptInTab } from '#components/ui/keep-in-tab.ts'

/** Why something is done, as it is typed. */
export interface Said {
  readonly reason: string
  readonly ticket: string
}

const NOTHING_SAID: Said = { reason: '', ticket: '' }

/** Outlives a reload, the back button, and the way to the sign-in, in its own tab. */
const PREFIX = 'hap-operators '

/** What was typed in a dialog that nobody closed. */
export function keptSaid(key: string): Said {
  const kept = keptInTab(PREFIX + key)
  return isSaid(kept) ? kept : NOTHING_SAID
}

/** Keeps what is typed; null forgets it. */
export function keepSaid(key: string, said: Said | null): void {
  keepInTab(PREFIX + key, said)
}

/** Only this file writes it. */
function isSaid(value: unknown): value is Said {
  return typeof value === 'object' && value !== null && 'reason' in value && 'ticket' in value
}
