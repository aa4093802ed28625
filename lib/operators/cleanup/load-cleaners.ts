import type { Env } from '#lib/env.ts'
import type { Cleaner } from './cleaner.ts'
import { SYSTEM_PATIENCE } from './provider-call.ts'
import type { AwsOptions } from './providers/aws-cleaner.ts'

/** Providers with a cleaner. */
type CleanedProvider = NonNullable<Env['HAP_CLEANERS']>[number]

interface CleanerSettings {
  /** Inspected AWS regions; null = all enabled regions of an account. */
  readonly awsRegions: readonly string[] | null
  /** Addresses of AWS; default: the public ones. */
  readonly awsEndpoint?: AwsOptions['endpoint']
}

/** Interval of checks of an asynchronous deletion. */
const FOLLOW_MS = 3_000

/**
 * Loads the enabled cleaners. Their libraries are loaded on demand and not at all while cleaners
 * are off.
 */
export async function loadCleaners(
  providers: readonly CleanedProvider[],
  settings: CleanerSettings,
): Promise<ReadonlyMap<string, Cleaner>> {
  const cleaners = await Promise.all([...new Set(providers)].map(provider => load(provider, settings)))
  return new Map(cleaners.map(cleaner => [cleaner.provider, cleaner]))
}

async function load(provider: CleanedProvider, { awsRegions, awsEndpoint }: CleanerSettings): Promise<Cleaner> {
  const patience = SYSTEM_PATIENCE
  switch (provider) {
    case 'aws': {
      const { createAwsCleaner } = await import('./providers/aws-cleaner.ts')
      return createAwsCleaner({ regions: awsRegions, patience, ...(awsEndpoint && { endpoint: awsEndpoint }) })
    }
    case 'azure': {
      const [{ createAzureCleaner }, { PUBLIC_AZURE }] = await Promise.all([
        import('./providers/azure-cleaner.ts'),
        import('./providers/azure-api.ts'),
      ])
      return createAzureCleaner({ patience, endpoints: PUBLIC_AZURE, followMs: FOLLOW_MS })
    }
    case 'gcp': {
      const [{ createGcpCleaner }, { PUBLIC_GCP }] = await Promise.all([
        import('./providers/gcp-cleaner.ts'),
        import('./providers/gcp-api.ts'),
      ])
      return createGcpCleaner({ patience, origin: PUBLIC_GCP, followMs: FOLLOW_MS })
    }
  }
}
