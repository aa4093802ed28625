import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { Secret } from '#lib/util/secret.ts'

const NONCE = 12
const TAG = 16

/** Encrypts texts with AES-256-GCM under a key derived (HKDF) from `secret` for this `purpose` only. */
export function createSealer(secret: Secret<string>, purpose: string) {
  const key = Buffer.from(hkdfSync('sha256', secret.reveal(), '', purpose, 32))
  return {
    seal(text: string): string {
      const nonce = randomBytes(NONCE)
      const cipher = createCipheriv('aes-256-gcm', key, nonce)
      const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
      return Buffer.concat([nonce, cipher.getAuthTag(), sealed]).toString('base64url')
    },

    /** The decrypted text; null when it was not encrypted with this key, for example after the secret changed. */
    open(sealed: string): string | null {
      try {
        const bytes = Buffer.from(sealed, 'base64url')
        // Without an explicit length, node accepts a tag of 4 bytes, which an attacker can guess.
        const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, NONCE), { authTagLength: TAG })
        decipher.setAuthTag(bytes.subarray(NONCE, NONCE + TAG))
        return Buffer.concat([decipher.update(bytes.subarray(NONCE + TAG)), decipher.final()]).toString('utf8')
      } catch {
        return null
      }
    },
  }
}

export type Sealer = ReturnType<typeof createSealer>

/**
 * The session cookie key in `directory`: 64 hexadecimal digits, created on first use, readable by
 * the owner only. Throws if unusable.
 */
export function loadSessionSecret(directory: string): Secret<string> {
  const file = path.join(directory, 'session-secret')
  try {
    writeFileSync(file, randomBytes(32).toString('hex'), { flag: 'wx', mode: 0o600 })
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error
  }
  const secret = readFileSync(file, 'utf8').trim()
  if (secret.length >= 32) return new Secret(secret)
  throw new Error(
    `${file} has no usable key. Remove it: a new key will be created, and all users will have to sign in again.`,
  )
}
