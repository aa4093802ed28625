import { existsSync, readdirSync } from 'node:fs'
import type { IncomingMessage } from 'node:http'
import path from 'node:path'
import { BUILT, STATIC } from './packed-files.ts'

/** Addresses of all files of the build, as they are without percent signs; null where there is no build. */
export function builtFiles(folder = STATIC): ReadonlySet<string> | null {
  if (!existsSync(folder)) return null
  const names = readdirSync(folder, { recursive: true, withFileTypes: true }).filter(entry => entry.isFile())
  return new Set(
    names.map(
      ({ parentPath, name }) => BUILT + path.relative(folder, path.join(parentPath, name)).split(path.sep).join('/'),
    ),
  )
}

/**
 * Only files of the build go past the proxy, which counts requests. What is beside them but is none, the server would answer with a
 * page, made anew each time, for anybody as often as they ask: it is given the address of nothing, like any other there is not.
 */
export function sendPastFiles(request: IncomingMessage, built: ReadonlySet<string>): void {
  const [address = ''] = request.url?.split('?') ?? []
  if (!built.has(decoded(address))) request.url = NOTHING
}

const NOTHING = '/no-such-file'

function decoded(address: string): string {
  try {
    return decodeURIComponent(address)
  } catch {
    return ''
  }
}
