import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { childEnv } from '#lib/env.ts'

export interface Outcome {
  readonly passed: number
  readonly failed: number
  /** Checks that this machine cannot run; shown, so that none disappears unseen. */
  readonly skipped: number
  /** Why something was skipped, in words. */
  readonly note?: string
}

/** One part of the test command: a program, and how its output tells how many checks passed. */
export interface Step {
  readonly name: string
  readonly command: readonly [program: string, ...args: string[]]
  readonly env?: Readonly<Record<string, string>>
  count(output: string, code: number): Outcome
}

/** A step that is one check: its exit code says all. */
export const oneCheck = (_output: string, code: number): Outcome =>
  code === 0 ? { passed: 1, failed: 0, skipped: 0 } : { passed: 0, failed: 1, skipped: 0 }

/** A step whose last matching line is `N passed, N failed`; without such a line or any check, or with a bad exit code, it failed. */
export function lastLine(output: string, code: number): Outcome {
  const found = [...output.matchAll(/^(\d+) passed, (\d+) failed(?:, (\d+) skipped)?/gm)].at(-1)
  if (!found) return { passed: 0, failed: 1, skipped: 0 }
  const [passed, failed, skipped] = [Number(found[1]), Number(found[2]), Number(found[3] ?? 0)]
  const nothingSeen = passed === 0 || code !== 0
  return { passed, failed: nothingSeen && failed === 0 ? 1 : failed, skipped }
}

/** Runs a step. Its output is shown when something failed, or always when `verbose`. */
export async function runStep(step: Step, verbose: boolean): Promise<Outcome> {
  const [program, ...args] = step.command
  const started = performance.now()
  const child = spawn(program, args, {
    env: childEnv({ FORCE_COLOR: '0', ...step.env }),
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const chunks: string[] = []
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      chunks.push(text)
      if (verbose) process.stdout.write(text)
    })
  }
  const code = await Promise.race([
    once(child, 'close').then(([status]) => Number(status ?? 1)),
    once(child, 'error').then(([error]) => {
      chunks.push(`${program} could not be started: ${error instanceof Error ? error.message : error}\n`)
      return 1
    }),
  ])
  const output = chunks.join('')
  const outcome = step.count(output, code)
  if (outcome.failed > 0 && !verbose) process.stdout.write(output)
  const skipped = outcome.skipped === 0 ? '' : `, ${outcome.skipped} skipped`
  const seconds = ((performance.now() - started) / 1000).toFixed(1)
  console.log(
    `${outcome.failed === 0 ? 'ok    ' : 'FAILED'} ${step.name.padEnd(14)} ${outcome.passed} passed, ${outcome.failed} failed${skipped} (${seconds} s)`,
  )
  if (outcome.note !== undefined) console.log(`~ ${step.name}: ${outcome.note}`)
  return outcome
}
