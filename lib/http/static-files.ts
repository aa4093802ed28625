import { existsSync, readdirSync } from 'node:fs'
import type { IncomingMessage, ServerResponse } from 'node:http'
import path from 'node:path'

/** Where the build's static files are found by browsers, and by the server from where it was started. */
export const BUILD_PATH = '/_next/static/'
const BUILD_FOLDER = path.join('.next', 'static')

const TYPES: Readonly<Record<string, string>> = {
  '.js': 'application/javascript; charset=UTF-8',
  '.css': 'text/css; charset=UTF-8',
}

/** Addresses of those files that stand there packed by Brotli as well; none when nothing was packed, as while developing. */
export function listPackedFiles(folder = BUILD_FOLDER): ReadonlySet<string> {
  // Else the build's tracer takes the whole project for files of the server.
  if (!existsSync(/* turbopackIgnore: true */ folder)) return new Set()
  const names = readdirSync(/* turbopackIgnore: true */ folder, { recursive: true, encoding: 'utf8' }).filter(name =>
    name.endsWith('.br'),
  )
  return new Set(names.map(name => encodeURI(BUILD_PATH + name.slice(0, -'.br'.length).split(path.sep).join('/'))))
}

/**
 * Lets the server send the packed file, where there is one and the client takes it: an eighth less than gzip makes of it, and nothing is
 * packed anew for each answer. The server takes names it does not know for bytes, so that their type and encoding are told here.
 */
export function servePackedFile(request: IncomingMessage, response: ServerResponse, packed: ReadonlySet<string>): void {
  const [address = '', query] = request.url?.split('?') ?? []
  const type = TYPES[path.extname(address)]
  if (type === undefined || !packed.has(address) || !acceptsBrotli(request.headers['accept-encoding'])) return
  request.url = `${address}.br${query === undefined ? '' : `?${query}`}`
  response.setHeader('content-type', type)
  response.setHeader('content-encoding', 'br')
}

function acceptsBrotli(accepted: string | string[] | undefined): boolean {
  return /(^|,)\s*br\s*(,|$|;\s*q=(1|0\.\d*[1-9]))/i.test(String(accepted ?? ''))
}

/** Addresses of all files of the build, as they are without percent signs; null where there is no build. */
export function listBuiltFiles(folder = BUILD_FOLDER): ReadonlySet<string> | null {
  if (!existsSync(folder)) return null
  const names = readdirSync(folder, { recursive: true, withFileTypes: true }).filter(entry => entry.isFile())
  return new Set(
    names.map(
      ({ parentPath, name }) =>
        BUILD_PATH + path.relative(folder, path.join(parentPath, name)).split(path.sep).join('/'),
    ),
  )
}

/**
 * Only files of the build go past the proxy, which counts requests. What is beside them but is none, the server would answer with a
 * page, made anew each time, for anybody as often as they ask: it is given the address of nothing, like any other there is not.
 */
export function hideUnknownFile(request: IncomingMessage, built: ReadonlySet<string>): void {
  const [address = ''] = request.url?.split('?') ?? []
  if (!built.has(decodePath(address))) request.url = MISSING_PATH
}

const MISSING_PATH = '/no-such-file'

function decodePath(address: string): string {
  try {
    return decodeURIComponent(address)
  } catch {
    return ''
  }
}
