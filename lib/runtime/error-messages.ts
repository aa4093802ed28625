import { DirectoryInUseError } from '#lib/data-dir/data-dir.ts'
import { EnvError } from '#lib/env.ts'
import { GardenError } from '#lib/garden/client/garden-error.ts'
import { KubeconfigError } from '#lib/garden/client/kubeconfig.ts'
import { WriteError } from '#lib/garden/writes/write-error.ts'
import { ClaimError } from '#lib/services/claims/claim-errors.ts'
import { SettingsError } from '#lib/settings/settings-files.ts'
import { StoreError } from '#lib/store/database/store-errors.ts'
import { formatFileError } from '#lib/util/files.ts'
import { StartError } from './start-report.ts'

const START_ERRORS = [EnvError, SettingsError, StartError, StoreError, KubeconfigError, DirectoryInUseError]

/** Why the start failed, for the terminal: the message of an expected error, else the stack. */
export function startFailure(error: unknown): string {
  if (START_ERRORS.some(kind => error instanceof kind) && error instanceof Error) return error.message
  const file = formatFileError(error)
  if (file !== null) return file
  return error instanceof Error ? (error.stack ?? error.message) : String(error)
}

const LOGGABLE_ERRORS = [GardenError, WriteError, StoreError, ClaimError]

/** An error for the log: the message of the console's own errors, else the class only, because a library may quote its input. */
export function loggableReason(error: unknown): string {
  if (error instanceof GardenError && error.cause instanceof GardenError)
    return `${error.message} ${error.cause.message}`
  if (LOGGABLE_ERRORS.some(kind => error instanceof kind) && error instanceof Error) return error.message
  return error instanceof Error ? error.name : 'It is not known.'
}
