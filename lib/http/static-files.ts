import { existsSync, readdirSync } from 'node:fs'
import type { IncomingMessage, ServerResponse } from 'node:http'
import path from 'node:path'

/** Path of the build's static files in addresses, and their folder relative to the working directory. */
export const BUILD_PATH = '/_next/static/'
const BUILD_FOLDER = path.join('.next', 'static')

const TYPES: Readonly<Record<string, string>> = {
  '.js': 'application/javascript; charset=UTF-8',
  '.css': 'text/css; charset=UTF-8',
}

// Without the comments below, the build copies the whole project into its output, with the data folder of a running demo.

/** Addresses of the files that have a copy compressed by Brotli; empty in development. */
export function listPackedFiles(folder = BUILD_FOLDER): ReadonlySet<string> {
  if (!existsSync(/* turbopackIgnore: true */ folder)) return new Set()
  const names = readdirSync(/* turbopackIgnore: true */ folder, { recursive: true, encoding: 'utf8' }).filter(name =>
    name.endsWith('.br'),
  )
  return new Set(names.map(name => encodeURI(BUILD_PATH + name.slice(0, -'.br'.length).split(path.sep).join('/'))))
}

/**
 * Rewrites the request to the compressed copy of a file if the client accepts Brotli: an eighth smaller than gzip, and not compressed per
 * response. Next.js does not know the extension `.br`, so that type and encoding are set here.
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

/** Decoded addresses of all files of the build; null without a build. */
export function listBuiltFiles(folder = BUILD_FOLDER): ReadonlySet<string> | null {
  if (!existsSync(/* turbopackIgnore: true */ folder)) return null
  const names = readdirSync(/* turbopackIgnore: true */ folder, { recursive: true, withFileTypes: true }).filter(
    entry => entry.isFile(),
  )
  return new Set(
    names.map(
      ({ parentPath, name }) =>
        BUILD_PATH + path.relative(folder, path.join(parentPath, name)).split(path.sep).join('/'),
    ),
  )
}

/**
 * Requests of static files bypass the rate limits of the proxy. For a missing file Next.js would render a page each time, so that such a
 * request gets the address of a missing page, which is limited.
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
