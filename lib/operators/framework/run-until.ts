import { once } from 'node:events'
import type { Controller } from './controller.ts'

interface Parts {
  readonly controllers: readonly Pick<Controller, 'start' | 'stop'>[]
  /** What the controllers stand on, to be stopped after them: watch stores, event recorders. */
  readonly below?: readonly { stop(): Promise<void> }[]
  /** Milliseconds runs under way are given to end by themselves. */
  readonly graceMs?: number
}

/** Runs controllers until the signal aborts, as the work of a leader: see LeaderElection.run. Returns when all has ended. */
export async function runUntil(signal: AbortSignal, { controllers, below = [], graceMs }: Parts): Promise<void> {
  if (!signal.aborted) {
    for (const controller of controllers) controller.start()
    await once(signal, 'abort')
  }
  await Promise.all(controllers.map(controller => controller.stop(graceMs)))
  await Promise.all(below.map(part => part.stop()))
}
