import { spawn } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import { childEnv } from '#lib/env.ts'
import type { SuiteName, Tier } from './suites.ts'

export interface Outcome {
  readonly passed: number
  readonly failed: number
  /** Checks that this machine cannot run. They are shown, so that none is missed. */
  readonly skipped: number
  /** Why checks were skipped. */
  readonly note?: string
}

/** One part of a test command: a program, and a parser for the number of passed checks in its output. */
export interface Step {
  readonly name: string
  readonly command: readonly [program: string, ...args: string[]]
  count(output: string, code: number): Outcome
  /** Number of cores that it uses; 0 for a step that only waits. Default: 1. */
  readonly cores?: 0 | 1 | 2
  /** Steps that must end first, if they run, too. */
  readonly after?: readonly string[]
  /** The step is skipped without a PostgreSQL server. */
  readonly needs?: 'postgres'
  /** The test files it runs. */
  readonly runs?: { readonly suite: SuiteName; readonly tiers: readonly Tier[] }
  /**
   * Files and folders (ending in `/`): with `--changed` the step runs when the change affects one of them or of its test files. A step
   * without both always runs; one with an empty list runs only before steps that depend on it.
   */
  readonly reads?: readonly string[]
}

export interface StepResult extends Outcome {
  readonly name: string
  readonly seconds: number
  readonly output: string
}

/** A step that is one check: its exit code is the result. */
export const oneCheck = (_output: string, code: number): Outcome =>
  code === 0 ? { passed: 1, failed: 0, skipped: 0 } : { passed: 0, failed: 1, skipped: 0 }

/** A step whose last matching line is `N passed, N failed`; without such a line or any check, or with a bad exit code, it failed. */
export function lastLine(output: string, code: number): Outcome {
  const found = [...output.matchAll(/^(\d+) passed, (\d+) failed(?:, (\d+) skipped)?/gm)].at(-1)
  if (!found) return { passed: 0, failed: 1, skipped: 0 }
  const [passed, failed, skipped] = [Number(found[1]), Number(found[2]), Number(found[3] ?? 0)]
  const nothingSeen = (passed === 0 && skipped === 0) || code !== 0
  return { passed, failed: nothingSeen && failed === 0 ? 1 : failed, skipped }
}

/** Options of every Node.js process of a step. */
const NODE_OPTIONS = [
  childEnv().NODE_OPTIONS,
  `--require ${JSON.stringify(path.join(import.meta.dirname, 'unoptimized-wasm.cjs'))}`,
]
  .filter(option => option !== undefined)
  .join(' ')

/** Runs a step. Its output is shown when a check failed, or always when `verbose`. */
export async function runStep(step: Step, { verbose }: { readonly verbose: boolean }): Promise<StepResult> {
  const [program, ...args] = step.command
  const started = performance.now()
  const child = spawn(program, args, {
    env: childEnv({ FORCE_COLOR: '0', NODE_OPTIONS }),
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
  const result = { ...outcome, name: step.name, seconds: (performance.now() - started) / 1000, output }
  printResult(result)
  return result
}

/** The result of a step that this machine cannot run. */
export async function skippedStep({ name }: Step, note: string): Promise<StepResult> {
  const result = { name, passed: 0, failed: 0, skipped: 1, seconds: 0, output: '', note }
  printResult(result)
  return result
}

function printResult({ name, passed, failed, skipped, seconds, note }: StepResult): void {
  const state = failed === 0 ? 'ok    ' : 'FAILED'
  const rest = skipped === 0 ? '' : `, ${skipped} skipped`
  console.log(
    `${state} ${name.padEnd(14)} ${seconds.toFixed(1).padStart(6)} s  ${passed} passed, ${failed} failed${rest}`,
  )
  if (note !== undefined) console.log(`~ ${name}: ${note}`)
}
