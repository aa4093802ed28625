import { z } from 'zod'
import { ControlRefusal } from '#lib/control/protocol.ts'
import { type AdoptionParts, adopt, NotReadYetError } from './adopt.ts'

const Question = z.object({ dryRun: z.boolean() })

/** What the `hap` command asks; `dryRun` only tells. */
export type AdoptionQuestion = z.infer<typeof Question>

/** Who runs the `hap` command is told by the machine, not by the console. */
const BY_HAND = { name: 'hap adopt', role: null } as const

/** Adopts, or tells what that would do, and gives the report as one line, for the `hap` command. Throws ControlRefusal. */
export async function* adoptionLines(parts: AdoptionParts, args: unknown): AsyncGenerator<string> {
  const { dryRun } = Question.parse(args)
  try {
    const report = await adopt(parts, { actor: BY_HAND, reason: 'Asked for by hand.', noted: false, dryRun })
    yield JSON.stringify(report)
  } catch (error) {
    throw error instanceof NotReadYetError ? new ControlRefusal(error.message) : error
  }
}
