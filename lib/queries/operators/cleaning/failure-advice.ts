/** What helps against a failed look, by words of its reason: the note on a binding keeps nothing else of it. */
const ADVICE: readonly (readonly [words: RegExp, advice: string])[] = [
  [
    /^Could not get /,
    'The cleaning process has to read the Secrets of accounts: the reason says what keeps it from that.',
  ],
  [
    /not accept the credentials|Secret has no field|service account/,
    'Renew the credentials in the Secret of each account, then ask for a look with “Clean now”.',
  ],
  [
    /do not permit|no such project/,
    'Give the credentials of the accounts the permissions that the guide to cleaning lists for the provider, then ask for a look with “Clean now”.',
  ],
  [
    /asks for fewer requests/,
    'Nothing has to be done unless it lasts for hours: cleaners ask again, with longer pauses.',
  ],
  [
    /failure of its own|did not answer|could not be asked|time for one look|did not end within/,
    'See whether the cleaning process reaches the provider (network, proxy), and whether the provider tells of an outage. Cleaners ask again by themselves.',
  ],
  [
    /depends on it|still uses it|something is still there/,
    'Look into the account and delete what uses the rest, then ask for a look with “Clean now”.',
  ],
  [
    /list of protected accounts/,
    'Confirm by hand that it is clean, or take it off HAP_PROTECTED_ACCOUNTS if a cleaner may touch it.',
  ],
]

const UNKNOWN = 'Look at one of these accounts, and into the log of the process that cleans.'

const SHARED =
  'As it is so with each, look first at what they share: the way to the provider, its address, the clock of the process.'

/** Sentences. `all`: it is so with each account of the provider. */
export function failureAdvice(reason: string, all: boolean): string {
  const advice = ADVICE.find(([words]) => words.test(reason))?.[1] ?? UNKNOWN
  return all ? `${SHARED} ${advice}` : advice
}
