import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'
import type { Secret } from '#lib/secret.ts'

const NONCE = 12
const TAG = 16

/** Encrypts texts with AES-256-GCM under a key derived (HKDF) from `secret` for this `purpose` only. */
export function sealer(secret: Secret<string>, purpose: string) {
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

export type Sealer = ReturnType<typeof sealer>
