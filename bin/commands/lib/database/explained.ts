import { ControlRefusal } from '#lib/control/protocol.ts'
import { DirectoryInUseError } from '#lib/data-dir.ts'
import { fileFailure } from '#lib/file-failure.ts'
import { KubeconfigError } from '#lib/garden/client/kubeconfig.ts'
import { StartError } from '#lib/runtime/start-error.ts'
import { StoreError } from '#lib/store/failure/store-errors.ts'
import { EXIT, type Io } from '../../../command.ts'

/** Runs a command on the database; what is no fault of the program is said in words, with exit code 1. */
export async function explained(io: Io, run: () => Promise<number>): Promise<number> {
  try {
    return await run()
  } catch (error) {
    const words = wordsFor(error)
    if (words === null) throw error
    io.err(words)
    return EXIT.wrong
  }
}

const EXPECTED = [StoreError, ControlRefusal, DirectoryInUseError, KubeconfigError, StartError]

function wordsFor(error: unknown): string | null {
  if (EXPECTED.some(kind => error instanceof kind) && error instanceof Error) return error.message
  return fileFailure(error)
}
