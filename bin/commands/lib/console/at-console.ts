import { EXIT, type Io } from '../../../command.ts'
import { ConsoleRefusal, ConsoleTrouble } from './console-client.ts'

/**
 * Runs a command against the console and returns its exit code. A refusal prints the message from
 * `words` and returns 1; an unreachable console prints its error and returns 2. Rethrows any other
 * error.
 */
export async function atConsole(
  io: Io,
  ask: () => Promise<number>,
  words: (refusal: string) => string = refusal => refusal,
): Promise<number> {
  try {
    return await ask()
  } catch (error) {
    if (!(error instanceof ConsoleRefusal || error instanceof ConsoleTrouble)) throw error
    const isRefusal = error instanceof ConsoleRefusal
    io.err(`hap: ${isRefusal ? words(error.message) : error.message}`)
    return isRefusal ? EXIT.wrong : EXIT.usage
  }
}
