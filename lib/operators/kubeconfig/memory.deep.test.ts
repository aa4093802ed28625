import { execFile } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { parseAccess } from '#lib/garden/client/kubeconfig-text.ts'
import { REVOKE_ANNOTATION } from '#lib/operators/api/resources.ts'
import { temporaryFolders } from '#lib/testing/temporary-folders.ts'
import { type KubeconfigWorld, NAMESPACE, startKubeconfigWorld } from '../../../test/operators/kubeconfig-world.ts'

vi.setConfig({ testTimeout: 120_000, hookTimeout: 60_000 })

const CHILD = fileURLToPath(new URL('../../../test/operators/kubeconfig-child.ts', import.meta.url))
const newFolder = temporaryFolders('memory')
let world: KubeconfigWorld

beforeAll(async () => {
  world = await startKubeconfigWorld()
})

afterAll(() => world.stop())

const tokenOf = (kubeconfig: string | null) =>
  parseAccess(kubeconfig ?? '', 'it')
    .load()
    .getCurrentUser()?.token ?? ''

test('neither the administrator kubeconfig nor an issued token remains in memory', async () => {
  await world.apply('issued')
  await world.apply('revoked')
  await world.settle('revoked')
  const tokens = [world.target.token('admin'), tokenOf(await world.kubeconfig('revoked'))]
  await world.annotate('revoked', REVOKE_ANNOTATION, 'true')
  const folder = newFolder()
  const [config, snapshot] = [path.join(folder, 'config'), path.join(folder, 'heap')]
  writeFileSync(config, world.control.kubeconfig('admin'))
  // Long strings would be truncated, and so would the search for them.
  const flags = ['--expose-gc', '--heap-snapshot-string-limit=1000000']
  await promisify(execFile)(process.execPath, [...flags, CHILD, config, snapshot, NAMESPACE, 'issued', 'revoked'])
  tokens.push(tokenOf(await world.kubeconfig('issued')))
  expect(await world.condition('issued', 'Ready')).toBe('True Issued')
  expect(await world.condition('revoked', 'Revoked')).toBe('True TokenRefused')
  const memory = readFileSync(snapshot, 'latin1')
  // A value that the process keeps is found, which proves the search.
  expect(memory.includes(world.control.token('admin'))).toBe(true)
  for (const token of tokens) {
    expect(token.length).toBeGreaterThan(20)
    expect(memory.includes(token)).toBe(false)
    expect(memory.includes(Buffer.from(token).toString('base64').slice(4, 44))).toBe(false)
  }
})
