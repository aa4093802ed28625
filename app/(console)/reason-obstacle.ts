import { formatCount } from '#components/ui/format.ts'
import { isSeen } from '#lib/hap/plain-text.ts'

/** Why a reason of at most so many characters cannot be sent, as a sentence; null when it can. */
export function reasonObstacle(reason: string, most: number): string | null {
  if (!isSeen(reason)) return 'Enter a reason first.'
  const { length } = reason.trim()
  return length > most ? `Shorten the reason to ${formatCount(most)} characters first.` : null
}
