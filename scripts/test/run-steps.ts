import type { Step, StepResult } from './step.ts'

/**
 * Runs steps on a number of cores, in their order. The next one starts as soon as a core is free, so that no core is idle while
 * the last file of a suite runs on the other. A step that only waits starts immediately.
 */
export async function runSteps(
  steps: readonly Step[],
  cores: number,
  run: (step: Step) => Promise<StepResult>,
): Promise<StepResult[]> {
  const results: StepResult[] = []
  const running = new Map<Step, Promise<void>>()
  let waiting = steps
  while (waiting.length > 0 || running.size > 0) {
    const next = nextStep(waiting, [...running.keys()], cores)
    if (next === null) {
      await Promise.race(running.values())
      continue
    }
    waiting = waiting.filter(step => step !== next)
    const ended = run(next).then(result => {
      results.push(result)
      running.delete(next)
    })
    running.set(next, ended)
  }
  return results
}

/** The first step that may start, or null when all remaining steps have to wait. */
function nextStep(waiting: readonly Step[], running: readonly Step[], cores: number): Step | null {
  const busy = running.reduce((sum, step) => sum + coresOf(step), 0)
  const unfinished = new Set([...waiting, ...running].map(({ name }) => name))
  const isFree = (step: Step) => !step.after?.some(name => unfinished.has(name))
  return waiting.find(step => isFree(step) && (coresOf(step) === 0 || busy < cores)) ?? null
}

const coresOf = ({ cores = 1 }: Step) => cores
