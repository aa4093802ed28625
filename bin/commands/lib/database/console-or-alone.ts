import { callControl, NoConsoleError } from '#lib/control/call-control.ts'
import { findSocketProblem } from '#lib/control/protocol.ts'
import { DirectoryInUseError } from '#lib/data-dir/data-dir.ts'
import { StoreError } from '#lib/store/database/store-errors.ts'

const STARTING = 'It does not answer yet: it may be starting. Try again in a moment.'

/** A command that a running console executes (`command`, `args`), or this process (`alone`). */
interface Errand {
  readonly command: string
  readonly args: unknown
  alone(): AsyncIterable<string>
}

/**
 * Yields output lines from the console that uses `dataDir`, regardless of its database, or
 * from this process when no console listens. Throws ControlRefusal, or StoreError when a console
 * holds the folder but cannot be reached.
 */
export async function* consoleOrAlone(dataDir: string, { command, args, alone }: Errand): AsyncGenerator<string> {
  try {
    yield* callControl(dataDir, command, args)
    return
  } catch (error) {
    if (!(error instanceof NoConsoleError)) throw error
  }
  try {
    yield* alone()
  } catch (error) {
    if (!(error instanceof DirectoryInUseError)) throw error
    throw new StoreError(`${error.message} ${findSocketProblem(dataDir) ?? STARTING}`)
  }
}
