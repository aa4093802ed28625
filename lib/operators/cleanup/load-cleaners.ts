import type { Env } from '#lib/env.ts'
import type { AwsOptions } from './aws/aws-cleaner.ts'
import type { Cleaner } from './cleaner.ts'
import { SYSTEM_PATIENCE } from './provider-call.ts'

/** Providers that have a cleaner. */
type CleanedProvider = NonNullable<Env['HAP_CLEANERS']>[number]

interface CleanerSettings {
  /** AWS regions that are looked at; null = all that an account has enabled. */
  readonly awsRegions: readonly string[] | null
  /** Where AWS is; default: its public addresses. */
  readonly awsEndpoint?: AwsOptions['endpoint']
}

/** Between looks at a deletion that a provider carries out by and by. */
const FOLLOW_MS = 3_000

/** The cleaners that are on. What they are made of is loaded now, and not at all when they are off. */
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
      const { createAwsCleaner } = await import('./aws/aws-cleaner.ts')
      return createAwsCleaner({ regions: awsRegions, patience, ...(awsEndpoint && { endpoint: awsEndpoint }) })
    }
    case 'azure': {
      const [{ createAzureCleaner }, { PUBLIC_AZURE }] = await Promise.all([
        import('./azure/azure-cleaner.ts'),
        import('./azure/azure-api.ts'),
      ])
      return createAzureCleaner({ patience, endpoints: PUBLIC_AZURE, followMs: FOLLOW_MS })
    }
    case 'gcp': {
      const [{ createGcpCleaner }, { PUBLIC_GCP }] = await Promise.all([
        import('./gcp/gcp-cleaner.ts'),
        import('./gcp/gcp-api.ts'),
      ])
      return createGcpCleaner({ patience, origin: PUBLIC_GCP, followMs: FOLLOW_MS })
    }
  }
}
