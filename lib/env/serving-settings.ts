import { z } from 'zod'
import { parseTrustedProxies } from '../http/request-origin.ts'
import { integer, list, pageAddress, pagePort, setting } from './shapes.ts'

/** A budget below the size of one body would always refuse it. */
const bodyBudget = integer(0, 100_000).refine(megabytes => megabytes === 0 || megabytes >= 3, {
  error: 'must be 0 or at least 3',
})

/** Settings of addresses, proxies and rate limits. */
export const SERVING_SETTINGS = {
  PORT: setting({ schema: pagePort, fallback: '3000', example: '3000', meaning: 'Port of the console' }),
  HOST: setting({
    schema: z.string().regex(/^[A-Za-z0-9.:_-]+$/, { error: 'must be a host name or an IP address' }),
    fallback: '127.0.0.1',
    example: '0.0.0.0',
    meaning: 'Address the console listens on',
  }),
  HAP_DRAIN_SECONDS: setting({
    schema: integer(0, 300),
    fallback: '5',
    example: '30',
    meaning: 'Seconds that open requests have to finish when the process shuts down',
  }),
  HAP_URL: setting({
    schema: pageAddress.nullable(),
    example: 'https://hap.example.com',
    meaning: 'Public address, when it differs from HOST and PORT',
  }),
  HAP_TRUSTED_PROXIES: setting({
    schema: list
      .transform((entries, { issues }) => {
        const trusted = parseTrustedProxies(entries)
        if (trusted !== null) return trusted
        issues.push({ code: 'custom', input: entries, message: 'must list IP addresses and ranges like 10.0.0.0/8' })
        return z.NEVER
      })
      .nullable(),
    example: '10.0.0.0/8,192.0.2.7',
    meaning: 'Proxies whose X-Forwarded-For, -Host and -Proto headers are trusted; default: none',
  }),
  HAP_REQUESTS_PER_USER: setting({
    schema: integer(0, 1_000_000),
    fallback: '6000',
    example: '1200',
    meaning: 'Requests per minute of one user, or of the programs at one address, before 429; 0 = no limit',
  }),
  HAP_REQUESTS_PER_ADDRESS: setting({
    schema: integer(0, 1_000_000),
    fallback: '1200',
    example: '600',
    meaning: 'Requests per minute without sign-in, by address, before 429; 0 = no limit',
  }),
  HAP_BODY_MB_PER_USER: setting({
    schema: bodyBudget,
    fallback: '120',
    example: '60',
    meaning:
      'Megabytes of request bodies per minute of one user, or of the programs at one address, before 429; 0 = no limit',
  }),
  HAP_BODY_MB_PER_ADDRESS: setting({
    schema: bodyBudget,
    fallback: '12',
    example: '6',
    meaning: 'Megabytes of request bodies per minute without sign-in, by address, before 429; 0 = no limit',
  }),
} as const
