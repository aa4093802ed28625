import { JWT } from 'google-auth-library'
import { isRecord } from '#lib/hap/document.ts'
import { Secret } from '#lib/secret.ts'
import type { AccountSecret } from '../cleaner.ts'
import { CleanerError } from '../cleaner-error.ts'
import { FAILURE_WORDS } from '../failure-words.ts'
import { stringAt } from '../json-answer.ts'
import { secretField } from '../secret-field.ts'

const SCOPE = 'https://www.googleapis.com/auth/compute'

export interface ServiceAccount {
  readonly project: string
  /** The value of an Authorization header, signed with the account's key; nobody is asked for it. Throws CleanerError. */
  authorization(): Promise<Secret<string>>
}

/** The service account in an account's Secret, as Gardener keeps it. Throws CleanerError where it is none. */
export function serviceAccountOf(secret: AccountSecret): ServiceAccount {
  const doing = 'open the account'
  const file = parsed(secretField(secret, 'serviceaccount.json').reveal())
  const [project, email, key] = ['project_id', 'client_email', 'private_key'].map(name => stringAt(file, name))
  if (!project || !email || !key) {
    throw new CleanerError(
      'credentials',
      doing,
      'the field serviceaccount.json of its Secret is no service account key',
    )
  }
  if (!/^[a-z0-9.:-]{4,63}$/.test(project)) throw new CleanerError('credentials', doing, FAILURE_WORDS.credentials)
  const client = new JWT({ email, key, keyId: stringAt(file, 'private_key_id'), scopes: [SCOPE] })
  client.useJWTAccessWithScope = true
  return {
    project,
    async authorization() {
      try {
        const headers = await client.getRequestHeaders()
        const value = headers.get('authorization')
        if (value !== null) return new Secret(value)
      } catch {
        // What the library says may quote the key.
      }
      throw new CleanerError('credentials', doing, 'nothing can be signed with the key of the service account')
    },
  }
}

function parsed(text: string): unknown {
  try {
    const file: unknown = JSON.parse(text)
    return isRecord(file) ? file : {}
  } catch {
    return {}
  }
}
