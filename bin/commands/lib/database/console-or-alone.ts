import { callControl, NobodyListensError } from '#lib/control/call-control.ts'
import { socketObstacle } from '#lib/control/protocol.ts'
import { DirectoryInUseError } from '#lib/data-dir.ts'
import { StoreError } from '#lib/store/database/store-errors.ts'

const STARTING = 'It does not answer yet: it may be starting. Try again in a moment.'

/** A command as a running console carries it out, and as it is done without one. */
interface Errand {
  readonly command: string
  readonly args: unknown
  alone(): AsyncIterable<string>
}

/**
 * Lines of the console that uses `dataDir`, whichever database it has; of this process when none answers. Throws ControlRefusal, or
 * StoreError when a console has the folder and cannot be asked.
 */
export async function* consoleOrAlone(dataDir: string, { command, args, alone }: Errand): AsyncGenerator<string> {
  try {
    yield* callControl(dataDir, command, args)
    return
  } catch (error) {
    if (!(error instanceof NobodyListensError)) throw error
  }
  try {
    yield* alone()
  } catch (error) {
    if (!(error instanceof DirectoryInUseError)) throw error
    throw new StoreError(`${error.message} ${socketObstacle(dataDir) ?? STARTING}`)
  }
}
