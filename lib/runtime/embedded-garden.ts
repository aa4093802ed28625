import type { Garden } from '#embedded-garden/garden.ts'
import type { PoolMarks } from '#embedded-garden/landscape/labels.ts'
import { type FolderLocking, resetGarden } from '#embedded-garden/persistence.ts'
import { openGarden, type PersistentOptions } from '#embedded-garden/persistent-garden.ts'
import { LOCK_FILE } from '#lib/data-dir/file-lock.ts'
import { lockDirectory } from '#lib/data-dir.ts'
import { ANNOTATIONS } from '#lib/hap/pools/binding.ts'
import { HELD } from '#lib/hap/pools/labels.ts'

/** The package knows nothing of the product: what its garden needs of it is passed in here. */
const LOCKING: FolderLocking = { lock: lockDirectory, file: LOCK_FILE }

export const POOL_MARKS: PoolMarks = { annotations: ANNOTATIONS, held: HELD }

export const CHART_RESOURCES = new URL('../../charts/hap-console/crds/', import.meta.url)

/** Starts a garden with HAP's accounts and custom resources in a data folder. Throws DirectoryInUseError and what `openGarden` throws. */
export function openEmbeddedGarden(options: PersistentOptions): Promise<Garden> {
  return openGarden({ ...options, locking: LOCKING, marks: POOL_MARKS, customResources: CHART_RESOURCES })
}

/** Removes the objects of a data folder's garden. Out: whether there was one. Throws DirectoryInUseError while it runs. */
export function resetEmbeddedGarden(dataDir: string): Promise<boolean> {
  return resetGarden(dataDir, LOCKING)
}
