import { z } from 'zod'
import { MOST_TARGETS } from '#lib/hap/actions/job.ts'
import { INPUT_WORDS, inputProblems } from '#lib/input-problems.ts'
import { RefusedError } from '#lib/services/refused-error.ts'
import { JobTarget } from './job-order.ts'

export const RetryBody = z.strictObject({
  seen: z
    .array(JobTarget)
    .max(MOST_TARGETS, { error: `must name at most ${MOST_TARGETS} bindings` })
    .default([]),
})

/** Versions whoever asks for a retry has looked at, by `kind name`; of bindings that changed since the first job was ordered. */
export type SeenVersions = ReadonlyMap<string, string>

/** The same from untrusted data, `{seen: [{kind, name, seenVersion}]}`; nothing at all names none. Throws RefusedError. */
export function parseRetry(input: unknown): SeenVersions {
  const parsed = RetryBody.safeParse(input ?? {}, { error: INPUT_WORDS })
  if (!parsed.success) throw new RefusedError(400, inputProblems(parsed.error, 'retry').slice(0, 5).join('; '))
  return new Map(parsed.data.seen.map(({ kind, name, seenVersion }) => [`${kind} ${name}`, seenVersion]))
}
