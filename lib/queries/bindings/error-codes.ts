import { infrastructureErrors, type Shoot } from '#lib/hap/pools/shoot.ts'
import { compareText } from '#lib/hap/text/text.ts'

/** An infrastructure error, and how many shoots report it. */
export interface ErrorCode {
  readonly code: string
  readonly shoots: number
}

/** The infrastructure errors of some shoots, by what most report; a shoot may report several. */
export function errorCodes(shoots: Iterable<Pick<Shoot, 'errorCodes'>>): readonly ErrorCode[] {
  const counts = new Map<string, number>()
  for (const shoot of shoots)
    for (const code of new Set(infrastructureErrors(shoot))) counts.set(code, (counts.get(code) ?? 0) + 1)
  return Array.from(counts, ([code, shoots]) => ({ code, shoots })).sort(
    (a, b) => b.shoots - a.shoots || compareText(a.code, b.code),
  )
}
