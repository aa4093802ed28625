import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { temporaryFolders } from '#lib/testing/temporary-folders.ts'
import { DirectoryInUseError, lockDirectory } from './data-dir.ts'
import type { LockTiming } from './file-lock.ts'
import { encodeHolder, type Holder, holderOfThisProcess } from './holder.ts'

vi.setConfig({ testTimeout: 60_000 })

// A file system without hard links, such as exFAT.
vi.mock('node:fs', async original => ({
  ...(await original<typeof import('node:fs')>()),
  linkSync: () => {
    throw Object.assign(new Error('EPERM: operation not permitted, link'), { code: 'EPERM' })
  },
}))

const folder = temporaryFolders('lock')

const QUICK: LockTiming = { beatMs: 50, leaseMs: 1_000, settleMs: 250, fenceMs: 100 }

const hold = (directory: string, change: Partial<Holder>) =>
  writeFileSync(path.join(directory, 'lock'), encodeHolder({ ...holderOfThisProcess('another'), ...change }, 1))

const children: ChildProcess[] = []
afterEach(() => {
  for (const child of children.splice(0)) child.kill('SIGKILL')
})

/** Runs a script in a separate process, optionally behind `command`; it prints `locked`, or the name of the error. */
function starter(directory: string, { afterwards = '', command = [] as readonly string[], timing = QUICK } = {}) {
  const script = `import { lockDirectory } from ${JSON.stringify(path.join(import.meta.dirname, 'data-dir.ts'))}
    import { openSync, writeSync } from 'node:fs'
    const directory = ${JSON.stringify(directory)}
    const lock = await lockDirectory(directory, { timing: ${JSON.stringify(timing)} }).catch(error => {
      console.log(error.name, error.message)
      process.exit(0)
    })
    process.stdin.once('data', () => process.exit())
    console.log('locked')
    ${afterwards}`
  const [program = '', ...rest] = [...command, process.execPath, '--input-type=module', '-e', script]
  const child = spawn(program, rest, { stdio: 'pipe' })
  children.push(child)
  const said = once(child.stdout, 'data').then(([text]) => String(text).trim())
  return { child, said }
}

describe('the lock of a folder', () => {
  test('is acquired by one of many processes that start after a holder died', async () => {
    const directory = folder()
    hold(directory, { pid: 2 ** 22 + 1 })
    const starters = Array.from({ length: 6 }, () => starter(directory, { timing: { ...QUICK, settleMs: 2_000 } }))
    const said = await Promise.all(starters.map(each => each.said))
    expect(said.filter(text => text === 'locked')).toHaveLength(1)
    expect(said.filter(text => text.startsWith('DirectoryInUseError'))).toHaveLength(5)
  })
})

/**
 * The distinct states of a process's threads; `T` is stopped. Until all are stopped, one may still write to the lock.
 */
function statesOfThreads(pid: number | undefined): readonly string[] {
  const tasks = `/proc/${pid}/task`
  const states = readdirSync(tasks).map(
    task => /\) (\w) /.exec(readFileSync(`${tasks}/${task}/stat`, 'utf8'))?.[1] ?? '',
  )
  return [...new Set(states)]
}

const NAMESPACE = ['unshare', '--pid', '--fork', '--mount-proc', '--kill-child']
const hasNamespaces = spawnSync('unshare', [...NAMESPACE.slice(1), 'true']).status === 0

describe.skipIf(!hasNamespaces)('between PID namespaces', () => {
  test('a second holder is refused, as in a second container on one volume', async () => {
    const directory = folder()
    const lock = await lockDirectory(directory, { timing: QUICK })
    expect(await starter(directory, { command: NAMESPACE }).said).toContain(`in use by process ${process.pid}`)
    lock.assertHeld()
    lock.release()
  })

  test('the lock of a killed holder is taken over after the lease', async () => {
    const directory = folder()
    const { child, said } = starter(directory, { command: NAMESPACE })
    expect(await said).toBe('locked')
    await expect(lockDirectory(directory, { timing: QUICK })).rejects.toThrow(DirectoryInUseError)
    child.kill('SIGKILL')
    const lock = await lockDirectory(directory, { timing: QUICK })
    lock.release()
  })
})

describe('a holder that lost its lock', () => {
  test('writes nothing and exits, even when it was paused during a write', async () => {
    const directory = folder()
    const file = path.join(directory, 'written')
    const { child, said } = starter(directory, {
      // Like the database and the journal: into an open file, which the next holder replaces.
      afterwards: `const file = openSync(directory + '/written', 'a')
      for (;;) {
        lock.assertHeld()
        writeSync(file, 'x')
        await new Promise(resolve => setImmediate(resolve))
      }`,
    })
    let errors = ''
    child.stderr.on('data', text => {
      errors += text
    })
    expect(await said).toBe('locked')
    await expect.poll(() => readFileSync(file).length).toBeGreaterThan(10)
    child.kill('SIGSTOP')
    await expect.poll(() => statesOfThreads(child.pid)).toEqual(['T'])
    const lock = await lockDirectory(directory, { timing: QUICK })
    const before = readFileSync(file).length
    child.kill('SIGCONT')
    const [code] = await once(child, 'exit')
    expect(code).toBe(1)
    expect(errors).toContain(`process ${process.pid}`)
    expect(readFileSync(file).length).toBe(before)
    lock.assertHeld()
    lock.release()
  })
})
