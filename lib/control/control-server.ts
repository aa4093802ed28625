import { rmSync } from 'node:fs'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { text } from 'node:stream/consumers'
import { type ControlCommand, ControlRefusal, controlSocket, findSocketProblem } from './protocol.ts'

/** A client that reads no line for this time is disconnected. */
const STALLED_MS = 10_000

interface ControlServer {
  close(): void
}

/** The client disconnected before the end of the answer, as `head` does. */
class ReaderGoneError extends Error {
  override readonly name = 'ReaderGoneError'
}

interface ControlOptions {
  readonly commands: Readonly<Record<string, ControlCommand>>
  /** Receives errors other than refusals, and the error of a socket that cannot be opened. */
  readonly onError: (error: unknown) => void
}

/**
 * Listens in `dataDir`, for its owner only. The caller holds the lock of the folder, so that an existing socket belongs to an ended process. A
 * socket that cannot be opened is reported to `onError`; the console runs without it.
 */
export function serveControl(dataDir: string, { commands, onError }: ControlOptions): ControlServer {
  const file = controlSocket(dataDir)
  const server = createServer((request, response) => {
    answer(commands, request, response).catch((error: unknown) => {
      if (!(error instanceof ReaderGoneError)) onError(error)
      response.destroy()
    })
  })
  server.on('error', onError)
  const obstacle = findSocketProblem(dataDir)
  if (obstacle === null) listen(server, file)
  else onError(new Error(obstacle))
  return {
    close: () => {
      server.close()
      server.closeAllConnections()
    },
  }
}

function listen(server: Server, file: string): void {
  rmSync(file, { force: true })
  // Only the owner may connect, from the first moment on.
  const before = process.umask(0o177)
  try {
    server.listen(file)
  } finally {
    process.umask(before)
  }
}

async function answer(
  commands: ControlOptions['commands'],
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const name = decodeURIComponent((request.url ?? '').slice(1))
  const command = Object.hasOwn(commands, name) ? commands[name] : undefined
  if (!command || request.method !== 'POST') return refuse(response, `This console does not know "${name}".`)
  const body = await text(request)
  try {
    for await (const line of command(body === '' ? null : JSON.parse(body))) await send(response, `${line}\n`)
    response.end()
  } catch (error) {
    if (response.headersSent || !(error instanceof ControlRefusal)) throw error
    refuse(response, error.message)
  }
}

function refuse(response: ServerResponse, message: string): void {
  response.writeHead(409, { 'content-type': 'text/plain; charset=utf-8' }).end(message)
}

function send(response: ServerResponse, line: string): Promise<void> | undefined {
  if (response.destroyed) throw new ReaderGoneError()
  if (response.write(line)) return undefined
  return new Promise((resolve, reject) => {
    const end = (settle: () => void) => () => {
      clearTimeout(timer)
      response.off('drain', drained).off('close', closed)
      settle()
    }
    const drained = end(resolve)
    const closed = end(() => reject(new ReaderGoneError()))
    const timer = setTimeout(
      end(() => reject(new Error('The reader takes nothing any more.'))),
      STALLED_MS,
    )
    response.on('drain', drained).on('close', closed)
  })
}
