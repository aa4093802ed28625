import { z } from 'zod'

/** The setting of the log, apart from the others: the log has to work also while another setting is invalid. */
export const LOG_LEVEL = {
  schema: z.enum(['debug', 'info', 'warn', 'error', 'silent'], {
    error: 'must be "debug", "info", "warn", "error" or "silent"',
  }),
  fallback: 'info',
  example: 'debug',
  meaning: 'Minimum level of log entries: debug, info, warn, error or silent',
} as const

/** Level of the log of this process; the default for an invalid one, which the start refuses. */
export function logLevel(): z.output<typeof LOG_LEVEL.schema> {
  const level = process.env.LOG_LEVEL?.trim() || LOG_LEVEL.fallback
  return LOG_LEVEL.schema.catch(LOG_LEVEL.fallback).parse(level)
}
