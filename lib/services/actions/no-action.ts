import { ACTIONS } from '#lib/hap/actions/action.ts'
import { noteInvalid } from './note-invalid.ts'
import type { Verb } from './verb.ts'

const problems = [`action: must be one of ${ACTIONS.join(', ')}`]
const invalid = { status: 'invalid', problems } as const

/** What stands for an action there is not: it is refused, and the attempt is recorded as that of any other. */
export const noAction: Verb = {
  async perform(context, user, _, options) {
    await noteInvalid(context, user, { action: 'unknown action', binding: undefined, problems }, options)
    return invalid
  },
  preview: async () => invalid,
}
