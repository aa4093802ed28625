import { KubeConfig, KubernetesObjectApi } from '@kubernetes/client-node'
import { expect, test } from 'vitest'
import { temporaryFolders } from '#lib/testing/temporary-folders.ts'
import { startGarden } from './garden-process.ts'

const folder = temporaryFolders('garden-process')

test('a garden in a process of its own answers, stops when it is told to, and reports its end', async () => {
  const dataDir = folder()
  const garden = await startGarden({ dataDir, size: 'empty', seed: 1 })
  const config = new KubeConfig()
  config.loadFromFile(garden.kubeconfigFile('viewer'))
  expect(await KubernetesObjectApi.makeApiClient(config).list('v1', 'Namespace')).toHaveProperty('items')
  const ended = new Promise(resolve => garden.onExit(resolve))
  await garden.stop()
  expect(await ended).toEqual({ code: 0, expected: true })
})
