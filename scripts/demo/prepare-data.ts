import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { childEnv, type Env, usesEmbeddedGarden } from '#lib/env.ts'
import { startGarden } from '#lib/runtime/garden-process.ts'

type Settings = Pick<
  Env,
  'DATA_DIR' | 'DATABASE_URL' | 'HAP_GARDEN_SIZE' | 'HAP_GARDEN_SEED' | 'KUBECONFIG' | 'KUBERNETES_SERVICE_HOST'
>

/**
 * Creates the embedded garden and the tables of the embedded database before the console starts. Ignores errors, because the
 * console meets and reports them at its start.
 */
export async function prepareData(settings: Settings, signal: AbortSignal): Promise<void> {
  await Promise.allSettled([
    settings.DATABASE_URL === null && makeTables(signal),
    usesEmbeddedGarden(settings) && makeGarden(settings),
  ])
}

async function makeTables(signal: AbortSignal): Promise<void> {
  const child = spawn(process.execPath, ['bin/hap.mjs', 'db', 'migrate'], { env: childEnv(), stdio: 'ignore', signal })
  await once(child, 'close')
}

async function makeGarden({ DATA_DIR, HAP_GARDEN_SIZE, HAP_GARDEN_SEED }: Settings): Promise<void> {
  const garden = await startGarden({
    dataDir: DATA_DIR,
    size: HAP_GARDEN_SIZE,
    seed: HAP_GARDEN_SEED,
    onErrorLine: () => {},
  })
  await garden.stop()
}
