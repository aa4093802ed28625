import { fork } from 'node:child_process'
import { once } from 'node:events'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { onTestFinished } from 'vitest'
import { kubeconfigFile } from '#embedded-garden/persistence.ts'
import { childEnv } from '#lib/env.ts'
import { createGardenClient, type GardenClient } from '#lib/garden/client/client.ts'
import { loadKubeconfig } from '#lib/garden/client/kubeconfig.ts'
import type { Place } from '../store/command-kit.ts'
import type { SimulatedProvider } from './simulated-provider.ts'

interface OperatorsProcess {
  /** The client of a kubectl user. */
  readonly client: GardenClient
  end(signal: 'SIGTERM' | 'SIGKILL'): Promise<void>
}

/**
 * Starts all parts except the pages in a place of `newPlace`; with a simulated provider its accounts are cleaned.
 * Resolves once it is ready.
 */
export async function startOperators(
  place: Place,
  size: 'empty' | 'small' | 'demo' = 'empty',
  played: SimulatedProvider | null = null,
): Promise<OperatorsProcess> {
  const settings = {
    ...place,
    HAP_GARDEN_SIZE: size,
    HAP_WRITES_PER_SECOND: '0',
    ...(played && { HAP_CLEANERS: 'aws', HAP_CLEANERS_DELETE: 'on' }),
  }
  const program = path.join(import.meta.dirname, 'operators-child.ts')
  // Loading its TypeScript takes two thirds of its start.
  const env = childEnv({ NODE_COMPILE_CACHE: path.join(tmpdir(), 'node-compile-cache') })
  const child = fork(program, [JSON.stringify(settings), JSON.stringify(played)], { env })
  const exit = once(child, 'exit')
  const end = async (signal: 'SIGTERM' | 'SIGKILL') => {
    if (child.exitCode === null && child.signalCode === null) child.kill(signal)
    await exit
  }
  onTestFinished(() => end('SIGTERM'))
  const ready = once(child, 'message')
  if ((await Promise.race([ready.then(() => true), exit.then(() => false)])) === false)
    throw new Error('The process ended before it was ready.')
  const client = createGardenClient({
    access: loadKubeconfig(kubeconfigFile(place.DATA_DIR, 'admin')),
    version: 'kubectl',
  })
  onTestFinished(() => client.close())
  return { client, end }
}
