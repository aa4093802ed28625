import { ControlRefusal } from '#lib/control/protocol.ts'
import { DirectoryInUseError } from '#lib/data-dir/data-dir.ts'
import { KubeconfigError } from '#lib/garden/client/kubeconfig.ts'
import { StartError } from '#lib/runtime/start-report.ts'
import { type FailureKind, failureKind, StoreError } from '#lib/store/database/store-errors.ts'
import { formatFileError } from '#lib/util/files.ts'
import { EXIT, type Io } from '../../../command.ts'

/** Runs a database command. Prints an expected error as a message and returns exit code 1; rethrows any other error. */
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
  const kind = failureKind(error)
  return kind === 'other' ? formatFileError(error) : DATABASE_FAILURES[kind]
}

/** What the driver throws where a command uses the connection itself. */
const DATABASE_FAILURES: Readonly<Record<Exclude<FailureKind, 'other'>, string>> = {
  unreachable:
    'The database stopped answering. Check that it runs and that the network lets it through, then run the command again.',
  'read-only':
    'The database accepts no changes: it is read-only. Check that DATABASE_URL points to the primary server, then run the command again.',
  full: 'The database accepts no changes: its disk is full. Free some space there, then run the command again.',
  busy: 'The database is overloaded. Run the command again in a few seconds.',
  conflict: 'Others changed the same data. Run the command again in a moment.',
}
