import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import {
  chmodSync,
  chownSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from '@playwright/test'
import { assembleImage, IMAGE } from '../../scripts/image/assemble.ts'
import { ALLOCATOR, NODE_FLAGS } from '../../scripts/node-flags.ts'
import { freePort } from '../../test/kit/free-port.ts'

const MAX_BYTES = 110_000_000
/** The user of the image; only root can run a process as another user. */
const USER = process.getuid?.() === 0 ? { uid: 1000, gid: 1000 } : {}

/** The instructions of the last stage of the Dockerfile. */
const lastStage = readFileSync('Dockerfile', 'utf8')
  .split('\n')
  .filter(line => !line.startsWith('#'))
  .join('\n')
  .split(/^FROM /m)
  .at(-1)
  ?.split('\n')
  .filter(Boolean)
const instructions = (name: string) => (lastStage ?? []).filter(line => line.startsWith(`${name} `))
const listOf = (name: string): string[] => JSON.parse(instructions(name)[0]?.replace(/^.*?\[/, '[') ?? '[]')

let root = ''
let app = ''
let data = ''
let temporary = ''

test.beforeAll(async () => {
  root = mkdtempSync(path.join(tmpdir(), 'hap-image-'))
  chmodSync(root, 0o755)
  app = path.join(root, 'app')
  data = path.join(root, 'data')
  temporary = path.join(root, 'tmp')
  for (const folder of [data, temporary]) {
    mkdirSync(folder)
    if (USER.uid !== undefined) chownSync(folder, USER.uid, USER.gid)
  }
  await assembleImage()
  cpSync(IMAGE, app, { recursive: true, verbatimSymlinks: true })
  // As in the image, the files are read-only for every user.
  for (const entry of readdirSync(app, { recursive: true, withFileTypes: true }))
    if (!entry.isSymbolicLink()) chmodSync(path.join(entry.parentPath, entry.name), entry.isFile() ? 0o444 : 0o555)
})

test.afterAll(() => {
  spawnSync('chmod', ['-R', 'u+w', root])
  rmSync(root, { recursive: true, force: true })
})

const settings = (port: number): NodeJS.ProcessEnv => ({
  NODE_ENV: 'production',
  PATH: '/usr/bin:/bin',
  TMPDIR: temporary,
  HOST: '127.0.0.1',
  PORT: String(port),
  DATA_DIR: data,
  HAP_GARDEN_SIZE: 'empty',
})
const node = realpathSync(process.execPath)

test('the image adds one folder of at most 110 MB to its base', () => {
  expect(instructions('COPY')).toEqual(['COPY --from=build --chown=0:0 /src/.next/image /app'])
  const sizes = spawnSync('find', [IMAGE, '-type', 'f', '-printf', '%s\n'], { encoding: 'utf8', maxBuffer: 1e8 }).stdout
  const bytes = sizes.split('\n').reduce((sum, size) => sum + Number(size), 0)
  expect(bytes).toBeGreaterThan(50_000_000)
  expect(bytes).toBeLessThanOrEqual(MAX_BYTES)
})

test('the Dockerfile runs the console as an unprivileged user with the flags of the other start scripts', () => {
  expect(instructions('USER')).toEqual(['USER 1000:1000'])
  expect(listOf('ENTRYPOINT')).toEqual(['node', ...NODE_FLAGS])
  const words = Object.entries(ALLOCATOR).map(([name, value]) => `${name}=${value}`)
  expect(instructions('ENV')).toContain(`ENV ${words.join(' ')}`)
})

test('the files of the image suffice for a console whose user cannot write them', async ({ page }) => {
  const port = await freePort()
  const server = spawn(node, [...listOf('ENTRYPOINT').slice(1), ...listOf('CMD')], {
    cwd: app,
    env: settings(port),
    stdio: ['ignore', 'pipe', 'pipe'],
    ...USER,
  })
  let output = ''
  for (const stream of [server.stdout, server.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => {
      output += text
    })
  const isHealthy = () =>
    spawnSync(node, listOf('HEALTHCHECK').slice(1), { cwd: app, env: settings(port), stdio: 'ignore', ...USER })
      .status === 0
  try {
    for (let tries = 0; !isHealthy(); tries++) {
      expect({ code: server.exitCode, tries, output }).toMatchObject({ code: null })
      expect(tries).toBeLessThan(120)
      await sleep(500)
    }
    await expect.poll(async () => (await fetch(`http://127.0.0.1:${port}/readyz`)).status).toBe(200)
    await page.goto(`http://127.0.0.1:${port}/sign-in`)
    await page.getByRole('button', { name: /viewer/i }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'Overview' })).toBeVisible()
  } finally {
    server.kill('SIGTERM')
    await once(server, 'exit')
  }
  expect(server.exitCode).toBe(0)
  expect(isHealthy()).toBe(false)
})

test('the image contains every command of the command line', () => {
  const hap = (...args: readonly string[]) =>
    spawnSync(node, ['bin/hap.mjs', ...args], { cwd: app, env: settings(1), encoding: 'utf8', ...USER })
  const commands = [...hap().stdout.matchAll(/^ {2}(\w+) {2}/gm)].map(([, name = '']) => name)
  expect(commands).toContain('db')
  for (const name of commands) expect(hap(name, '--help')).toMatchObject({ status: 0, stderr: '' })
})

test('the build context of the image contains all folders that the build needs', () => {
  const tracked = spawnSync('git', ['ls-files'], { encoding: 'utf8' }).stdout.trim().split('\n')
  const ignored = readFileSync('.dockerignore', 'utf8')
    .split('\n')
    .filter(line => line && !line.startsWith('#'))
  const left = tracked.filter(file => !ignored.some(name => file === name || file.startsWith(`${name}/`)))
  const folders = new Set(left.map(file => file.split('/')[0]))
  for (const needed of [
    'app',
    'components',
    'lib',
    'public',
    'bin',
    'scripts',
    'prisma',
    'charts',
    'next.config.js',
    'proxy.ts',
  ])
    expect(folders).toContain(needed)
  expect(left.filter(file => /(^|\/)\.env/.test(file))).toEqual([])
})
