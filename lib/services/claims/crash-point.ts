/** Boundaries between writes to the database and to Gardener: what is left behind there has to be put right by others. */
export const CRASH_POINTS = [
  'after-arrival',
  'after-slot',
  'after-intent',
  'after-write',
  'after-confirm',
  'after-take-over',
  'after-fence-write',
  'after-resolution',
  'after-give-back',
  'after-account-fence',
  'after-dirty-write',
  'after-release',
] as const

export type CrashPoint = (typeof CRASH_POINTS)[number]
