import { mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { KubeConfig, KubernetesObjectApi } from '@kubernetes/client-node'
import { expect, test } from 'vitest'
import { temporaryFolders } from '#lib/testing/temporary-folders.ts'
import { startGarden } from './garden-process.ts'

const folder = temporaryFolders('garden-process')

test('a garden in a child process responds, stops on request, and reports its end', async () => {
  const dataDir = folder()
  const garden = await startGarden({ dataDir, size: 'empty', seed: 1 })
  const config = new KubeConfig()
  config.loadFromFile(garden.kubeconfigFile('viewer'))
  expect(await KubernetesObjectApi.makeApiClient(config).list('v1', 'Namespace')).toHaveProperty('items')
  const ended = new Promise(resolve => garden.onExit(resolve))
  await garden.stop()
  expect(await ended).toEqual({ code: 0, expected: true })
})

const startFolder = temporaryFolders('garden-start')

/** A root whose `hap` runs the given code instead of a garden. */
function startOf(code: string, silenceMs: number) {
  const root = startFolder()
  mkdirSync(path.join(root, 'bin'))
  writeFileSync(path.join(root, 'bin', 'hap.mjs'), code)
  return startGarden({ root, dataDir: root, size: 'empty', seed: 1, silenceMs })
}

test('waits as long as the process shows progress', async () => {
  // Each sign of progress comes before the timeout.
  const slow = `
    let signs = 0
    setInterval(() => {
      if (++signs < 60) process.send({ starting: true })
      else process.send({ ready: true, url: 'https://127.0.0.1:1' })
    }, 30)`
  const garden = await startOf(slow, 1_500)
  expect(garden.url).toBe('https://127.0.0.1:1')
  await garden.stop()
})

test('ends a process without progress, with the reason', async () => {
  await expect(startOf('setInterval(() => {}, 1_000)', 200)).rejects.toThrow(
    'The embedded garden did not start: no sign of life for 0.2 s',
  )
})

test('fails immediately when the process ends', async () => {
  await expect(startOf('console.error("The disk is full."); process.exit(1)', 60_000)).rejects.toThrow(
    'The embedded garden did not start: The disk is full.',
  )
})
