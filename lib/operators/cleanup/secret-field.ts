import { Secret } from '#lib/secret.ts'
import type { AccountSecret } from './cleaner.ts'
import { CleanerError } from './cleaner-error.ts'

/** A field of an account's Secret, by the name Gardener gives it. Throws CleanerError when it is missing; never says what is in it. */
export function secretField(secret: AccountSecret, name: string): Secret<string> {
  const value = secret.reveal().get(name)?.trim() ?? ''
  if (value === '') throw new CleanerError('credentials', 'open the account', `its Secret has no field ${name}`)
  return new Secret(value)
}
