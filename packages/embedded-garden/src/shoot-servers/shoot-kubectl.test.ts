import { spawn, spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Caller, startCaller } from '../../../../test/embedded-garden/caller.ts'
import { createShoot, kubeconfigOf } from '../../../../test/embedded-garden/shoots.ts'
import { landscape } from '../../../../test/kit/landscape.ts'

const hasKubectl = spawnSync('kubectl', ['version', '--client']).status === 0
const folder = mkdtempSync(path.join(tmpdir(), 'hap-shoot-kubectl-'))
let caller: Caller

beforeAll(async () => {
  caller = await startCaller({ controllers: true, shootStepMs: 0 })
  caller.garden.loadAll(landscape({ seed: 1, size: 'small', at: Date.now() }))
  for (const name of ['c-kub', 'c-kub2']) {
    await createShoot(caller, name)
    writeFileSync(path.join(folder, name), await kubeconfigOf(caller, name))
  }
}, 60_000)

afterAll(async () => {
  await caller.stop()
  rmSync(folder, { recursive: true })
})

function kubectl(shoot: string, ...args: string[]): Promise<{ code: number | null; out: string; err: string }> {
  const files = ['--kubeconfig', path.join(folder, shoot), '--cache-dir', path.join(folder, 'cache', shoot)]
  return new Promise((resolve, reject) => {
    const child = spawn('kubectl', [...files, ...args], { stdio: ['ignore', 'pipe', 'pipe'] })
    let [out, err] = ['', '']
    child.stdout.on('data', (text: Buffer) => {
      out += text.toString()
    })
    child.stderr.on('data', (text: Buffer) => {
      err += text.toString()
    })
    child.once('error', reject)
    child.once('close', code => resolve({ code, out, err }))
  })
}

describe.skipIf(!hasKubectl)('kubectl in a shoot', { timeout: 60_000 }, () => {
  test('trusts the server by its kubeconfig alone, and works as administrator', async () => {
    expect(await kubectl('c-kub', 'create', 'namespace', 'home')).toMatchObject({ out: 'namespace/home created\n' })
    expect((await kubectl('c-kub', 'get', 'namespace', 'home', '-o', 'name')).out).toBe('namespace/home\n')
    expect((await kubectl('c-kub2', 'get', 'namespace', 'home')).err).toContain('NotFound')
    expect((await kubectl('c-kub', 'api-resources', '-o', 'name')).out).not.toContain('gardener')
    expect((await kubectl('c-kub', 'version')).out).toContain('Server Version: v1.34.7')
  })

  test('gets tokens bound to a Secret', async () => {
    await kubectl('c-kub', 'create', 'serviceaccount', 'robot')
    await kubectl('c-kub', 'create', 'secret', 'generic', 'anchor')
    const bound = ['--bound-object-kind', 'Secret', '--bound-object-name']
    const { out } = await kubectl('c-kub', 'create', 'token', 'robot', ...bound, 'anchor')
    expect(out.trim().split('.')).toHaveLength(3)
    expect((await kubectl('c-kub', 'create', 'token', 'robot', ...bound, 'missing')).err).toContain('not found')
    const can = ['auth', 'can-i', 'get', 'pods', '--as', 'system:serviceaccount:default:robot']
    expect((await kubectl('c-kub', ...can)).out).toBe('no\n')
  })
})
