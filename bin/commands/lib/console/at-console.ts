import { EXIT, type Io } from '../../../command.ts'
import { ConsoleRefusal, ConsoleTrouble } from './console-client.ts'

/** The exit code of what a console is asked: 1 where it says no, in `words`, 2 where it cannot be asked; both are said. */
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
