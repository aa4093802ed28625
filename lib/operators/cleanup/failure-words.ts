import type { CleanerFailure } from './cleaner-error.ts'

/** Why a provider did not do it, as a clause, where its error code tells no more. */
export const FAILURE_WORDS: Readonly<Record<Exclude<CleanerFailure, 'protected'>, string>> = {
  credentials: 'the provider does not accept the credentials of the account',
  forbidden: 'the credentials of the account do not permit it',
  throttled: 'the provider asks for fewer requests',
  unavailable: 'the provider has a failure of its own',
  refused: 'the provider refuses while something else depends on it',
  unexpected: 'the provider gave an answer that this cleaner does not know',
}
