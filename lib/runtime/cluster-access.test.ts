import { expect, test, vi } from 'vitest'

type Exit = { code: number | null; expected: boolean }

const launches: { resolve(): void; exit(exit: Exit): void; stops: number }[] = []

vi.mock('#lib/runtime/garden-process.ts', () => ({
  startGarden: () =>
    new Promise(resolve => {
      const listeners: ((exit: Exit) => void)[] = []
      const launch = {
        stops: 0,
        exit: (exit: Exit) => {
          for (const listener of listeners) listener(exit)
        },
        resolve: () =>
          resolve({
            url: '',
            pid: 1,
            kubeconfigFile: () => 'kubeconfig',
            onExit: (listener: (exit: Exit) => void) => listeners.push(listener),
            stop: async () => {
              launch.stops++
            },
          }),
      }
      launches.push(launch)
    }),
}))

test('a garden that restarts while the console stops is stopped too', async () => {
  vi.useFakeTimers()
  const { GardenSupervisor } = await import('./cluster-access.ts')
  const supervisor = new GardenSupervisor({ dataDir: 'x', size: 'empty', seed: 1 })
  const started = supervisor.start()
  launches[0]?.resolve()
  expect(await started).toBe('kubeconfig')
  launches[0]?.exit({ code: 1, expected: false })
  await vi.advanceTimersByTimeAsync(1_000)
  expect(launches).toHaveLength(2)
  await supervisor.stop()
  launches[1]?.resolve()
  await vi.advanceTimersByTimeAsync(0)
  expect(launches[1]?.stops).toBe(1)
  vi.useRealTimers()
})
