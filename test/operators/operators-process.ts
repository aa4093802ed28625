import { fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { onTestFinished } from 'vitest'
import { kubeconfigFile } from '#lib/embedded-garden/persistence.ts'
import { createGardenClient, type GardenClient } from '#lib/garden/client/client.ts'
import { loadKubeconfig } from '#lib/garden/client/kubeconfig.ts'
import type { PlayedProvider } from './played-provider.ts'

interface OperatorsProcess {
  /** The user kubectl would be. */
  readonly client: GardenClient
  end(signal: 'SIGTERM' | 'SIGKILL'): Promise<void>
}

/** A folder that goes with the test. */
export function newFolder(): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'hap-operators-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 }))
  return folder
}

/** Starts everything but the pages below a folder; with a provider that is played its accounts are cleaned. Resolves once it is at work. */
export async function startOperators(
  folder: string,
  size: 'empty' | 'small' | 'demo' = 'empty',
  played: PlayedProvider | null = null,
): Promise<OperatorsProcess> {
  const settings = {
    DATA_DIR: folder,
    HAP_GARDEN_SIZE: size,
    HAP_WRITES_PER_SECOND: '0',
    ...(played && { HAP_CLEANERS: 'aws', HAP_CLEANERS_DELETE: 'on' }),
  }
  const program = path.join(import.meta.dirname, 'operators-child.ts')
  const child = fork(program, [JSON.stringify(settings), JSON.stringify(played)])
  const exit = once(child, 'exit')
  const end = async (signal: 'SIGTERM' | 'SIGKILL') => {
    if (child.exitCode === null && child.signalCode === null) child.kill(signal)
    await exit
  }
  onTestFinished(() => end('SIGTERM'))
  const ready = once(child, 'message')
  if ((await Promise.race([ready.then(() => true), exit.then(() => false)])) === false)
    throw new Error('The process ended before it was ready.')
  const client = createGardenClient({ access: loadKubeconfig(kubeconfigFile(folder, 'admin')), version: 'kubectl' })
  onTestFinished(() => client.close())
  return { client, end }
}
