import type { Cleaner, OpenAccount } from '../cleaner.ts'
import { CleanerError } from '../cleaner-error.ts'
import type { Patience } from '../exchange.ts'
import { resourceName } from '../resource.ts'
import { createGcpApi } from './gcp-api.ts'
import { listProject, pathOf } from './gcp-lists.ts'
import { serviceAccountOf } from './service-account.ts'

export interface GcpOptions {
  readonly patience: Patience
  readonly origin: string
  /** Between looks at an operation under way, in milliseconds. */
  readonly followMs: number
}

/** Cleans GCP projects with the service account Gardener has of them. */
export function createGcpCleaner({ patience, origin, followMs }: GcpOptions): Cleaner {
  return {
    provider: 'gcp',
    version: '1',
    looksAt: ['forwarding-rule', 'address', 'disk'],
    open(secret): OpenAccount {
      const account = serviceAccountOf(secret)
      const api = createGcpApi(account, patience, { origin, followMs })
      return {
        async inventory(signal) {
          return { identity: account.project, places: ['all'], resources: await listProject(api, signal) }
        },
        async delete(resource, signal) {
          const doing = `delete ${resourceName(resource)}`
          const path = pathOf(resource)
          if (path === null) throw new CleanerError('unexpected', doing, 'this cleaner did not list it')
          return api.delete(path, doing, signal)
        },
        close() {},
      }
    },
  }
}
