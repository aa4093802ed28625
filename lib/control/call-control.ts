import { type IncomingMessage, request } from 'node:http'
import { text } from 'node:stream/consumers'
import { ControlRefusal, controlSocket, findSocketProblem, splitLines } from './protocol.ts'

/** No console listens on the folder, though one may be using it. */
export class NoConsoleError extends Error {
  override readonly name = 'NoConsoleError'
}

/**
 * Asks the console that uses `dataDir` and yields its lines. Throws NoConsoleError when none answers, ControlRefusal with
 * its words when it refuses.
 */
export async function* callControl(dataDir: string, command: string, args: unknown): AsyncGenerator<string> {
  const obstacle = findSocketProblem(dataDir)
  if (obstacle !== null) throw new NoConsoleError(obstacle)
  const response = await post(dataDir, command, JSON.stringify(args ?? null))
  if (response.statusCode !== 200) throw new ControlRefusal(await text(response))
  yield* splitLines(unbroken(response.setEncoding('utf8')))
}

/** Throws ControlRefusal when the answer is not whole. Who stops reading closes the connection. */
async function* unbroken(response: IncomingMessage): AsyncGenerator<string> {
  try {
    for await (const chunk of response) yield chunk
  } catch (error) {
    throw brokenOff(error)
  }
}

function brokenOff(cause: unknown): ControlRefusal {
  return new ControlRefusal('The console did not finish its answer. See its log for the reason.', { cause })
}

function post(dataDir: string, command: string, body: string): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    const call = request(
      {
        socketPath: controlSocket(dataDir),
        // A connection kept for later may be closed at the other end by then.
        agent: false,
        method: 'POST',
        path: `/${encodeURIComponent(command)}`,
      },
      resolve,
    )
    call.on('error', error => {
      const isNobody = 'code' in error && ['ENOENT', 'ECONNREFUSED', 'ENOTSOCK'].includes(String(error.code))
      reject(isNobody ? new NoConsoleError(`No console answers on ${controlSocket(dataDir)}.`) : brokenOff(error))
    })
    call.end(body)
  })
}
