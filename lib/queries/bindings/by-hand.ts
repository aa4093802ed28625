import type { Verdict } from '#lib/hap/actions/judge.ts'

/**
 * Why a person has to tell that an account is empty, with what they can do now, as sentences. `reason` ends with the sentence that
 * tells them to confirm it, which they may not follow while something speaks against that.
 */
export function byHandWords(reason: string, confirm: Verdict): string {
  if (confirm.allowed) return reason
  const why = reason.slice(0, reason.lastIndexOf('. ') + 1)
  return `${why} It cannot be confirmed clean yet: ${confirm.reason}`
}
