import { z } from 'zod'
import type { WriteTrace } from '#lib/garden/writes/write-trace.ts'
import { ACTIONS } from '#lib/hap/actions/action.ts'
import { claimIdOf } from '#lib/hap/audit/target.ts'
import { BINDING_KINDS } from '#lib/hap/pools/binding.ts'
import { mayStillLand } from '#lib/services/audit/in-flight.ts'
import type { Looker } from '#lib/services/audit/unknown-outcomes.ts'
import type { ActionContext } from './action-context.ts'
import { isTakenBack, TAKEN_BACK } from './taken-back.ts'

const Wanted = z.object({
  write: z.object({
    id: z.string(),
    binding: z.object({ kind: z.enum(BINDING_KINDS), namespace: z.string(), name: z.string() }),
    uid: z.exactOptional(z.string()),
    resourceVersion: z.string(),
    epoch: z.number(),
    after: z.string().nullable(),
  }),
})

/** The write that an intent of the audit log was made for; null when nothing was to be written. */
export function writeOf(wanted: unknown): WriteTrace | null {
  return Wanted.safeParse(wanted).data?.write ?? null
}

const WORDS: Readonly<Record<'landed' | 'not-landed' | 'pending', string>> = {
  landed: 'The binding shows that it was written.',
  'not-landed': 'The binding shows that it was not written.',
  pending: 'It was not written.',
}

const NOTHING_SENT = 'It ended before anything was written.'

/** Nobody looks again at entries with these words, also of older versions of the console. */
const FORGOTTEN = 'The binding has changed too much since to tell whether it was written.'
const GONE = 'The binding no longer exists, so it cannot show whether it was written.'

/** What people do to bindings: a binding tells by its annotations which write was the last. */
export function actionLooker({ writes, now }: Pick<ActionContext, 'writes' | 'now'>): Looker {
  return {
    actions: ACTIONS,
    isOwn: ({ targets }) => claimIdOf(targets) === null,
    async look({ at, wanted, detail }) {
      if (detail === FORGOTTEN || detail === GONE) return null
      const write = writeOf(wanted)
      // Each write is named before it is sent.
      if (write === null) return { outcome: 'failed', detail: NOTHING_SENT }
      const { landing, now: binding } = await writes.lookUp(write)
      if (landing === 'pending' && mayStillLand({ at }, now())) return null
      if (landing === 'gone') return { outcome: 'unknown', detail: GONE }
      if (landing === 'unknown') return binding && { outcome: 'unknown', detail: FORGOTTEN }
      const isBack = isTakenBack(write, binding)
      return {
        outcome: landing === 'landed' && !isBack ? 'accepted' : 'failed',
        detail: isBack ? TAKEN_BACK : WORDS[landing],
        ...(binding && { after: { labels: binding.labels, annotations: binding.annotations } }),
      }
    },
  }
}
