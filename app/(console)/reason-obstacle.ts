import { formatCount } from '#components/ui/format.ts'

/** Why a reason of at most so many characters cannot be sent, as a sentence; null when it can. */
export function reasonObstacle(reason: string, most: number): string | null {
  const { length } = reason.trim()
  if (length === 0) return 'Enter a reason first.'
  return length > most ? `Shorten the reason to ${formatCount(most)} characters first.` : null
}
