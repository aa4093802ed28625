import { randomBytes } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { Secret } from '#lib/secret.ts'

/**
 * The session cookie key in `directory`: 64 hexadecimal digits, created on first use, readable by
 * the owner only. Throws if unusable.
 */
export function storedSessionSecret(directory: string): Secret<string> {
  const file = path.join(directory, 'session-secret')
  try {
    writeFileSync(file, randomBytes(32).toString('hex'), { flag: 'wx', mode: 0o600 })
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error
  }
  const secret = readFileSync(file, 'utf8').trim()
  if (secret.length >= 32) return new Secret(secret)
  throw new Error(`${file} holds no usable key. Remove it: a new one is made, and everybody signs in again.`)
}
