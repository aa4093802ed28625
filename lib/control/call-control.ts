import { type IncomingMessage, request } from 'node:http'
import { text } from 'node:stream/consumers'
import { ControlRefusal, controlSocket, findSocketProblem, splitLines } from './protocol.ts'

/** No console listens in the folder, although one may hold its lock. */
export class NoConsoleError extends Error {
  override readonly name = 'NoConsoleError'
}

/** Sends a command to the console that uses `dataDir` and yields its lines. Throws NoConsoleError when none answers, and ControlRefusal with the console's message. */
export async function* callControl(dataDir: string, command: string, args: unknown): AsyncGenerator<string> {
  const obstacle = findSocketProblem(dataDir)
  if (obstacle !== null) throw new NoConsoleError(obstacle)
  const response = await post(dataDir, command, JSON.stringify(args ?? null))
  if (response.statusCode !== 200) throw new ControlRefusal(await text(response))
  yield* splitLines(unbroken(response.setEncoding('utf8')))
}

/** Yields the lines of an answer; ending the iteration closes the connection. Throws ControlRefusal for an incomplete answer. */
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
        // The other end may close an idle connection.
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
