import type { BindingWrites } from '#lib/garden/writes/binding-writes.ts'

/** For more tries after one that failed: most of what passes by itself does so in that time. */
const AGAIN_MS = 3_000

/** For one answer to a read. */
const READ_MS = 4_000

/** For one answer to a dry run, which Gardener lets wait for more than 10 s while others write. */
const DRY_RUN_MS = 15_000

/** The same for somebody who waits at a page: it hears soon that Gardener does not answer, and can ask again. */
export function promptWrites(writes: BindingWrites): BindingWrites {
  return {
    ...writes,
    read: (ref, options) => writes.read(ref, { withinMs: READ_MS, againMs: AGAIN_MS, ...options }),
    preview: order => writes.preview({ withinMs: AGAIN_MS, attemptMs: DRY_RUN_MS, ...order }),
  }
}
