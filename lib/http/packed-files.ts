import { existsSync, readdirSync } from 'node:fs'
import type { IncomingMessage, ServerResponse } from 'node:http'
import path from 'node:path'

/** Where the build's static files are found by browsers, and by the server from where it was started. */
export const BUILT = '/_next/static/'
export const STATIC = path.join('.next', 'static')

const TYPES: Readonly<Record<string, string>> = {
  '.js': 'application/javascript; charset=UTF-8',
  '.css': 'text/css; charset=UTF-8',
}

/** Addresses of those files that stand there packed by Brotli as well; none when nothing was packed, as while developing. */
export function packedFiles(folder = STATIC): ReadonlySet<string> {
  // Else the build's tracer takes the whole project for files of the server.
  if (!existsSync(/* turbopackIgnore: true */ folder)) return new Set()
  const names = readdirSync(/* turbopackIgnore: true */ folder, { recursive: true, encoding: 'utf8' }).filter(name =>
    name.endsWith('.br'),
  )
  return new Set(names.map(name => encodeURI(BUILT + name.slice(0, -'.br'.length).split(path.sep).join('/'))))
}

/**
 * Lets the server send the packed file, where there is one and the client takes it: an eighth less than gzip makes of it, and nothing is
 * packed anew for each answer. The server takes names it does not know for bytes, so that their type and encoding are told here.
 */
export function offerPacked(request: IncomingMessage, response: ServerResponse, packed: ReadonlySet<string>): void {
  const [address = '', query] = request.url?.split('?') ?? []
  const type = TYPES[path.extname(address)]
  if (type === undefined || !packed.has(address) || !takesBrotli(request.headers['accept-encoding'])) return
  request.url = `${address}.br${query === undefined ? '' : `?${query}`}`
  response.setHeader('content-type', type)
  response.setHeader('content-encoding', 'br')
}

function takesBrotli(accepted: string | string[] | undefined): boolean {
  return /(^|,)\s*br\s*(,|$|;\s*q=(1|0\.\d*[1-9]))/i.test(String(accepted ?? ''))
}
