import { expect, test } from 'vitest'
import { runSteps } from './run-steps.ts'
import { oneCheck, type Step, type StepResult } from './step.ts'

/** Steps that the test ends. */
function startSteps(steps: readonly Omit<Step, 'command' | 'count'>[], cores: number) {
  const started: string[] = []
  const ends = new Map<string, () => void>()
  const run = ({ name }: Step) => {
    started.push(name)
    return new Promise<StepResult>(resolve => {
      ends.set(name, () => resolve({ name, passed: 1, failed: 0, skipped: 0, seconds: 0, output: '' }))
    })
  }
  const all = steps.map(step => ({ command: ['true'] as const, count: oneCheck, ...step }))
  const results = runSteps(all, cores, run)
  const end = async (name: string) => {
    ends.get(name)?.()
    await new Promise(setImmediate)
  }
  return { started, end, results }
}

test('starts a step when a core is free, and one that only waits immediately', async () => {
  const steps = [{ name: 'a' }, { name: 'b', cores: 2 }, { name: 'c' }, { name: 'd', cores: 0 }] as const
  const { started, end, results } = startSteps(steps, 2)
  expect(started).toEqual(['a', 'b', 'd'])
  await end('a')
  expect(started).toEqual(['a', 'b', 'd'])
  await end('b')
  expect(started).toEqual(['a', 'b', 'd', 'c'])
  await end('c')
  await end('d')
  expect((await results).map(({ name }) => name)).toEqual(['a', 'b', 'c', 'd'])
})

test('starts a step after those it depends on, where they run too', async () => {
  const steps = [{ name: 'types' }, { name: 'build', after: ['types'] }, { name: 'e2e', after: ['absent'] }] as const
  const { started, end } = startSteps(steps, 4)
  expect(started).toEqual(['types', 'e2e'])
  await end('types')
  expect(started).toEqual(['types', 'e2e', 'build'])
})
