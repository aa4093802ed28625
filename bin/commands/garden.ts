import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { PERSONAS, type Persona } from '#embedded-garden/auth/garden-users.ts'
import { GARDEN_SIZES } from '#embedded-garden/landscape/size.ts'
import { GardenFileError, kubeconfigFile } from '#embedded-garden/persistence.ts'
import type { PersistentOptions } from '#embedded-garden/persistent-garden.ts'
import { JournalError } from '#embedded-garden/storage/journal.ts'
import { DirectoryInUseError, watchHolder } from '#lib/data-dir/data-dir.ts'
import { env } from '#lib/env.ts'
import { openEmbeddedGarden, resetEmbeddedGarden } from '#lib/runtime/embedded-garden.ts'
import type { GardenMessage } from '#lib/runtime/garden-process.ts'
import { formatFileError } from '#lib/util/files.ts'
import { type Command, EXIT, type Io, UsageError } from '../command.ts'

const HELP = `
Usage:
  hap garden serve [--data DIR] [--port N] [--size ${GARDEN_SIZES.join('|')}] [--seed N] [--no-throttle] [--faults]
                   [--shoot-step MS] [--shoot-kubeconfig FILE]
  hap garden kubeconfig [--as ${PERSONAS.join('|')}] [--data DIR]
  hap garden reset --data DIR

The embedded garden is an API server on this machine that behaves like Gardener's.

  serve        runs the garden until it is stopped; DIR stores its objects (default: DATA_DIR)
    --size       size of the landscape at the first start (default: HAP_GARDEN_SIZE)
    --seed       number that determines the landscape (default: HAP_GARDEN_SEED)
    --no-throttle  do not limit writes of Secret-backed bindings to 2.5 per second
    --faults     serve the control addresses for tests
    --shoot-step  milliseconds between the steps in which a shoot is created, changed and deleted (default: 1000)
    --shoot-kubeconfig  administrator kubeconfig of all shoots, to use another API server instead of their own
  kubeconfig   prints the kubeconfig of a user, for kubectl
  reset        deletes all objects; the next start creates the landscape again
`

/** Wait for a previous garden, which ends when it loses the lock of its folder. */
const PREDECESSOR_MS = 3_000
/** Interval of the progress messages to the parent process during the start. */
const SIGN_OF_LIFE_MS = 1_000

export const command: Command = {
  help: HELP,
  run: async ([name = '', ...args], io) => {
    try {
      if (name === 'serve') return await serve(args, io)
      if (name === 'kubeconfig') return printKubeconfig(args, io)
      if (name === 'reset') return await reset(args, io)
    } catch (error) {
      throw isParseError(error) ? new UsageError(error.message) : error
    }
    throw new UsageError(name === '' ? 'serve, kubeconfig or reset is missing' : `there is no "garden ${name}"`)
  },
}

async function serve(args: string[], io: Io): Promise<number> {
  const { values } = parseArgs({
    args,
    options: {
      data: { type: 'string' },
      port: { type: 'string' },
      size: { type: 'string' },
      seed: { type: 'string' },
      'no-throttle': { type: 'boolean' },
      faults: { type: 'boolean' },
      'shoot-step': { type: 'string' },
      'shoot-kubeconfig': { type: 'string' },
    },
  })
  const size = GARDEN_SIZES.find(candidate => candidate === (values.size ?? env().HAP_GARDEN_SIZE))
  if (!size) throw new UsageError(`--size must be one of ${GARDEN_SIZES.join(', ')}`)
  const seed = values.seed === undefined ? env().HAP_GARDEN_SEED : wholeNumber('--seed', values.seed, 999_999_999)
  const port = values.port === undefined ? undefined : wholeNumber('--port', values.port, 65_535)
  const { 'shoot-step': step, 'shoot-kubeconfig': shootKubeconfig } = values
  const options: PersistentOptions = {
    dataDir: values.data ?? env().DATA_DIR,
    size,
    seed,
    ...(port !== undefined && { port }),
    throttle: values['no-throttle'] !== true,
    faults: values.faults === true,
    waitMs: process.connected ? PREDECESSOR_MS : 0,
    ...(step !== undefined && { shootStepMs: wholeNumber('--shoot-step', step, 999_999_999) }),
    ...(shootKubeconfig !== undefined && { shootKubeconfig: textOf(shootKubeconfig) }),
  }
  const send = (message: GardenMessage) => process.send?.(message)
  const sign = setInterval(() => send({ starting: true }), SIGN_OF_LIFE_MS)
  const garden = await openOr(options, io).finally(() => clearInterval(sign))
  if (!garden) return EXIT.wrong
  const end = ended(options.dataDir)
  io.out(`Embedded garden ready at ${garden.url}`)
  io.out(`export KUBECONFIG=${kubeconfigFile(options.dataDir, 'admin')}`)
  send({ ready: true, url: garden.url })
  await end
  await garden.stop()
  // The channel to the parent would keep this process alive.
  if (process.connected) process.disconnect()
  return EXIT.ok
}

async function openOr(options: PersistentOptions, io: Io) {
  try {
    return await openEmbeddedGarden(options)
  } catch (error) {
    const why = explain(error)
    if (why === null) throw error
    io.err(why)
    return null
  }
}

/** Resolves on SIGINT or SIGTERM, or when the parent process ends or loses the lock of the data folder. */
function ended(dataDir: string): Promise<void> {
  return new Promise(resolve => {
    process.once('SIGINT', () => resolve())
    process.once('SIGTERM', () => resolve())
    if (!process.connected) return
    process.once('disconnect', () => resolve())
    watchHolder(dataDir, resolve)
  })
}

function printKubeconfig(args: string[], io: Io): number {
  const { values } = parseArgs({ args, options: { as: { type: 'string' }, data: { type: 'string' } } })
  const persona: Persona | undefined = PERSONAS.find(candidate => candidate === (values.as ?? 'admin'))
  if (!persona) throw new UsageError(`--as must be one of ${PERSONAS.join(', ')}`)
  const dataDir = values.data ?? env().DATA_DIR
  const file = kubeconfigFile(dataDir, persona)
  if (!existsSync(file)) {
    const folder = path.resolve(dataDir)
    io.err(
      `No garden has run in ${folder} yet. If it runs in another folder, set --data or DATA_DIR to it. Otherwise start one: hap garden serve --data ${folder}`,
    )
    return EXIT.wrong
  }
  io.out(readFileSync(file, 'utf8').trimEnd())
  return EXIT.ok
}

async function reset(args: string[], io: Io): Promise<number> {
  const { values } = parseArgs({ args, options: { data: { type: 'string' } } })
  if (!values.data) throw new UsageError('--data is missing')
  try {
    const had = await resetEmbeddedGarden(values.data)
    io.out(
      had
        ? `The garden in ${values.data} is empty; the next start creates its landscape again.`
        : `There is no garden in ${values.data}.`,
    )
    return EXIT.ok
  } catch (error) {
    const why = explain(error)
    if (why === null) throw error
    io.err(why)
    return EXIT.wrong
  }
}

/** Throws UsageError when the file cannot be read. */
function textOf(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    throw new UsageError(`--shoot-kubeconfig: ${file} cannot be read`)
  }
}

function wholeNumber(option: string, text: string, most: number): number {
  const value = /^\d{1,9}$/.test(text) ? Number(text) : Number.NaN
  if (!(value <= most)) throw new UsageError(`${option} must be a whole number up to ${most}`)
  return value
}

/** The message of an expected error; null for others. */
function explain(error: unknown): string | null {
  if (error instanceof DirectoryInUseError) return error.message
  if (error instanceof Error && 'code' in error && error.code === 'EADDRINUSE')
    return 'The port is in use. Stop the program that uses it, or choose another port with --port.'
  if (error instanceof GardenFileError) return error.message
  if (error instanceof JournalError) return error.cause === undefined ? error.message : formatFileError(error.cause)
  return formatFileError(error)
}

function isParseError(error: unknown): error is Error {
  return error instanceof TypeError && 'code' in error && String(error.code).startsWith('ERR_PARSE_ARGS')
}
