import type { Garden } from '#embedded-garden/garden.ts'
import type { HapKeys } from '#embedded-garden/landscape/labels.ts'
import { type FolderLocking, resetGarden } from '#embedded-garden/persistence.ts'
import { openGarden, type PersistentOptions } from '#embedded-garden/persistent-garden.ts'
import { lockDirectory } from '#lib/data-dir/data-dir.ts'
import { LOCK_FILE } from '#lib/data-dir/file-lock.ts'
import { ANNOTATIONS } from '#lib/hap/pools/binding.ts'
import { HELD } from '#lib/hap/pools/labels.ts'

// The package imports nothing of the product, so its inputs are passed in here.
const LOCKING: FolderLocking = { lock: lockDirectory, file: LOCK_FILE }

export const HAP_KEYS: HapKeys = { annotations: ANNOTATIONS, held: HELD }

export const CHART_RESOURCES = new URL('../../charts/hap-console/crds/', import.meta.url)

/** Starts a garden with the accounts and custom resources of HAP in a data folder. Throws DirectoryInUseError and the errors of `openGarden`. */
export function openEmbeddedGarden(options: PersistentOptions): Promise<Garden> {
  return openGarden({ ...options, locking: LOCKING, keys: HAP_KEYS, customResources: CHART_RESOURCES })
}

/** Removes the objects of the garden in a data folder. Returns whether there was one. Throws DirectoryInUseError while it runs. */
export function resetEmbeddedGarden(dataDir: string): Promise<boolean> {
  return resetGarden(dataDir, LOCKING)
}
