import { existsSync, statSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, onTestFinished, test } from 'vitest'
import { temporaryFolders } from '#lib/testing/temporary-folders.ts'
import { callControl, NoConsoleError } from './call-control.ts'
import { serveControl } from './control-server.ts'
import { type ControlCommand, ControlRefusal, controlSocket } from './protocol.ts'

const folder = temporaryFolders('control')

function served(commands: Readonly<Record<string, ControlCommand>>) {
  const dataDir = folder()
  const errors: unknown[] = []
  const server = serveControl(dataDir, { commands, onError: error => void errors.push(error) })
  onTestFinished(() => server.close())
  return { dataDir, errors }
}

async function lines(dataDir: string, command: string, args?: unknown): Promise<readonly string[]> {
  const found: string[] = []
  for await (const line of callControl(dataDir, command, args)) found.push(line)
  return found
}

test('lines and arguments are transferred unchanged', async () => {
  const echo: ControlCommand = async function* (args) {
    yield JSON.stringify(args)
    yield 'übung "\u{1F600}" \u2028 \r'
    yield ''
    yield 'x'.repeat(1_000_000)
  }
  const { dataDir } = served({ 'db dump': echo })
  expect(await lines(dataDir, 'db dump', { a: [1, null] })).toEqual([
    '{"a":[1,null]}',
    'übung "\u{1F600}" \u2028 \r',
    '',
    'x'.repeat(1_000_000),
  ])
})

test('only the owner can connect', async () => {
  const { dataDir } = served({})
  await expect(lines(dataDir, 'nothing')).rejects.toThrow('does not know "nothing"')
  expect(statSync(controlSocket(dataDir)).mode & 0o777).toBe(0o600)
})

test('a refusal reaches the client with its message', async () => {
  // biome-ignore lint/correctness/useYield: the command refuses before the first line
  const refuse: ControlCommand = async function* () {
    throw new ControlRefusal('Not now: it is being restored.')
  }
  const { dataDir, errors } = served({ refuse })
  await expect(lines(dataDir, 'refuse')).rejects.toThrow('Not now: it is being restored.')
  expect(errors).toEqual([])
})

test('rejects a response that ends early', async () => {
  const halves: ControlCommand = async function* () {
    yield 'first'
    throw new Error('disk full')
  }
  const { dataDir, errors } = served({ halves })
  await expect(lines(dataDir, 'halves')).rejects.toThrow('did not finish')
  expect(errors).toHaveLength(1)
})

test('a reader that disconnects ends the command without an error of the server', async () => {
  let ended = false
  const endless: ControlCommand = async function* () {
    try {
      for (;;) {
        yield 'x'.repeat(10_000)
        await sleep(1)
      }
    } finally {
      ended = true
    }
  }
  const { dataDir, errors } = served({ endless })
  for await (const line of callControl(dataDir, 'endless', null)) if (line !== '') break
  await expect.poll(() => ended).toBe(true)
  expect(errors).toEqual([])
})

test('replaces the socket of a killed console', async () => {
  const dataDir = folder()
  writeFileSync(controlSocket(dataDir), '')
  const server = serveControl(dataDir, {
    commands: {
      hi: async function* () {
        yield 'hi'
      },
    },
    onError: error => {
      throw error
    },
  })
  onTestFinished(() => server.close())
  expect(await lines(dataDir, 'hi')).toEqual(['hi'])
})

test('throws without a console, and a closing console removes its socket', async () => {
  const { dataDir } = served({})
  const other = folder()
  await expect(lines(other, 'hi')).rejects.toBeInstanceOf(NoConsoleError)
  const server = serveControl(other, { commands: {}, onError: () => {} })
  await expect(lines(other, 'hi')).rejects.toBeInstanceOf(ControlRefusal)
  server.close()
  await expect.poll(() => existsSync(controlSocket(other))).toBe(false)
  await expect(lines(other, 'hi')).rejects.toBeInstanceOf(NoConsoleError)
  expect(dataDir).not.toBe(other)
})

test('reports a folder whose socket path is too long and keeps running', async () => {
  const dataDir = path.join(folder(), 'long'.repeat(30))
  const errors: unknown[] = []
  serveControl(dataDir, { commands: {}, onError: error => void errors.push(error) }).close()
  expect(String(errors[0])).toContain('Choose a shorter DATA_DIR')
  await expect(lines(dataDir, 'hi')).rejects.toBeInstanceOf(NoConsoleError)
})
