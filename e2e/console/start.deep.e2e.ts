import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from '@playwright/test'
import { kubeconfigFile } from '#embedded-garden/persistence.ts'
import { childEnv } from '#lib/env.ts'
import { createGardenClient } from '#lib/garden/client/client.ts'
import { loadKubeconfig } from '#lib/garden/client/kubeconfig.ts'
import { CREDENTIALS_BINDINGS } from '#lib/garden/resources/resource.ts'
import { freePort } from '../../test/kit/free-port.ts'

// Created before the tests, not on load: Playwright also loads this file to list them.
let folder = ''
const file = (name: string, content: string) => {
  const target = path.join(folder, name)
  writeFileSync(target, content)
  return target
}

interface Demo {
  readonly process: ChildProcess
  /** All output so far. */
  output(): string
  readonly ended: Promise<number>
}

/** Runs `npm run demo` without npm. */
function demo(settings: Record<string, string>, ...words: readonly string[]): Demo {
  const child = spawn(process.execPath, ['scripts/with-node.mjs', 'scripts/demo/main.ts', ...words], {
    env: childEnv({
      DATA_DIR: path.join(folder, `data-${Math.random()}`),
      HAP_GARDEN_SIZE: 'small',
      LOG_LEVEL: 'error',
      ...settings,
    }),
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let printed = ''
  for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', text => (printed += text))
  return { process: child, output: () => printed, ended: once(child, 'close').then(([code]) => Number(code)) }
}

test.beforeAll(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'hap-start-'))
})
test.afterAll(() => rmSync(folder, { recursive: true, force: true }))

for (const [word, code] of [
  ['--help', 0],
  ['--port=3001', 2],
] as const)
  test(`${word} prints the usage and starts nothing`, async () => {
    const { ended, output } = demo({}, word)
    expect(await ended).toBe(code)
    expect(output()).toContain('PORT=3001')
    expect(output()).not.toContain('Starting')
  })

test.describe('a start that cannot succeed exits with code 1 and says what to do', () => {
  const rules = (text: string) => ({ HAP_RULES_FILE: file(`${Math.random()}.yaml`, text) })
  const cases: readonly (readonly [string, () => Record<string, string>, readonly (string | RegExp)[]])[] = [
    [
      'invalid settings, all of them',
      () => ({ HAP_SEMANTICS: 'x', HAP_STALE_AFTER: '0' }),
      ['HAP_SEMANTICS must be', 'HAP_STALE_AFTER must be', 'Example:'],
    ],
    [
      'invalid rules, every diagnostic',
      () => rules('rule:\n  - aws\n  - aws\n  - gcp(\n'),
      [/:3:5: error:/, /:4:8: error:/, '^', 'hint'],
    ],
    ['an empty rule file', () => rules(''), ['The document is empty.']],
    ['a rule file indented by tabs', () => rules('hap:\n\trule: [aws]\n'), ['Indent by spaces.']],
    [
      'invalid limits',
      () => ({ HAP_MULTI_ACCOUNT_FILE: file('limits.yaml', 'limits: {aws: -1}') }),
      ['limits.aws is -1'],
    ],
    ['a missing kubeconfig', () => ({ KUBECONFIG: path.join(folder, 'nowhere') }), ['KUBECONFIG', 'nowhere']],
    ['an invalid kubeconfig', () => ({ KUBECONFIG: file('kubeconfig', 'a: [1') }), ['KUBECONFIG', 'kubeconfig']],
    ['a kubeconfig without namespace', () => ({ KUBECONFIG: file('plain', KUBECONFIG) }), ['HAP_NAMESPACE']],
    ['a DATA_DIR that is a file', () => ({ DATA_DIR: file('data-file', '') }), ['DATA_DIR']],
    ['a DATA_DIR below a file', () => ({ DATA_DIR: path.join(file('data-file-2', ''), 'x') }), ['DATA_DIR']],
  ]
  for (const [what, settings, expected] of cases) {
    test(what, async () => {
      const started = demo({ PORT: String(await freePort()), ...settings() })
      expect(await started.ended).toBe(1)
      for (const text of expected)
        expect(started.output()).toMatch(text instanceof RegExp ? text : new RegExp(RegExp.escape(text)))
      expect(started.output(), 'no stack').not.toMatch(/\n\s+at /)
    })
  }

  test('a port in use', async () => {
    const taken = createServer().listen(0, '127.0.0.1')
    await once(taken, 'listening')
    const address = taken.address()
    const port = typeof address === 'object' && address ? address.port : 0
    const started = demo({ PORT: String(port) })
    expect(await started.ended).toBe(1)
    expect(started.output()).toContain(`Port ${port} is in use.`)
    taken.close()
  })

  test('a full disk', async () => {
    const disk = path.join(folder, 'disk')
    mkdirSync(disk)
    const mounted = spawn('mount', ['-t', 'tmpfs', '-o', 'size=4k,nr_inodes=4', 'tmpfs', disk], { stdio: 'ignore' })
    const [code] = await once(mounted, 'close')
    test.skip(code !== 0, 'needs the right to mount a small disk')
    try {
      const started = demo({ PORT: String(await freePort()), DATA_DIR: path.join(disk, 'data') })
      expect(await started.ended).toBe(1)
      expect(started.output()).toMatch(/disk is full|no space/i)
      expect(started.output()).not.toMatch(/\n\s+at /)
    } finally {
      await once(spawn('umount', [disk]), 'close')
    }
  })
})

test.describe('a running console', () => {
  test('prints its address once it responds, rejects a second one on its folder with the pid, and stops cleanly on a signal', async () => {
    const settings = { PORT: String(await freePort()), DATA_DIR: path.join(folder, 'shared') }
    const first = demo(settings)
    expect(await isReady(first), first.output()).toBe(true)
    expect(first.output()).toContain(`HAP Console ready at http://127.0.0.1:${settings.PORT}`)
    expect((await fetch(`http://127.0.0.1:${settings.PORT}/sign-in`)).status).toBe(200)

    const second = demo({ ...settings, PORT: String(await freePort()) })
    expect(await second.ended).toBe(1)
    expect(second.output()).toMatch(/shared is in use by process \d+ on [\w.-]+\./)

    for (const signal of ['SIGTERM', 'SIGINT'] as const) {
      const running = signal === 'SIGTERM' ? first : demo(settings)
      expect(await isReady(running), running.output()).toBe(true)
      running.process.kill(signal)
      expect(await running.ended).toBe(0)
      await expect(fetch(`http://127.0.0.1:${settings.PORT}/sign-in`)).rejects.toThrow()
    }
  })

  test('keeps the changes in its garden after a kill', async () => {
    const settings = { PORT: String(await freePort()), DATA_DIR: path.join(folder, 'kept') }
    const first = demo(settings)
    expect(await isReady(first), first.output()).toBe(true)
    const [name, before] = await markFirstBinding(settings.DATA_DIR, 'kept-over-kill')
    first.process.kill('SIGKILL')
    await first.ended
    const second = await restart(settings)
    const [sameName, after] = await markFirstBinding(settings.DATA_DIR, null)
    expect(sameName).toBe(name)
    expect(before).toBeNull()
    expect(after).toBe('kept-over-kill')
    second.process.kill('SIGTERM')
    expect(await second.ended).toBe(0)
  })
})

/** Retries, because the console of a killed launcher takes a moment to end. */
async function restart(settings: Record<string, string>): Promise<Demo> {
  for (let attempt = 0; attempt < 20; attempt++) {
    const started = demo(settings)
    if (await isReady(started)) return started
  }
  throw new Error('The console did not start again.')
}

/** Resolves to true once the console is ready, to false if it ends. */
async function isReady({ output, ended }: Demo): Promise<boolean> {
  let over = false
  void ended.then(() => {
    over = true
  })
  while (!over) {
    if (output().includes('HAP Console ready')) return true
    await sleep(50)
  }
  return false
}

/** Sets or removes a label on the first binding; returns its name and the previous label. */
async function markFirstBinding(dataDir: string, mark: string | null): Promise<[string, string | null]> {
  const kubeconfig = kubeconfigFile(dataDir, 'admin')
  const client = createGardenClient({ access: loadKubeconfig(kubeconfig), version: 'e2e' })
  const names: string[] = []
  const collection = { resource: CREDENTIALS_BINDINGS, namespace: 'garden-kyma-prod' }
  await client.page(collection, { limit: 500 }, ({ metadata }) => void names.push(metadata?.name ?? ''))
  const place = { ...collection, name: names[0] ?? '' }
  const { metadata } = await client.get(place)
  await client.patch(
    place,
    { metadata: { labels: { 'e2e-mark': mark } } },
    { resourceVersion: metadata?.resourceVersion ?? '' },
  )
  client.close()
  return [place.name, metadata?.labels?.['e2e-mark'] ?? null]
}

const KUBECONFIG = `
apiVersion: v1
kind: Config
clusters: [{name: c, cluster: {server: "https://127.0.0.1:1"}}]
users: [{name: u, user: {token: t}}]
contexts: [{name: c, context: {cluster: c, user: u}}]
current-context: c
`
