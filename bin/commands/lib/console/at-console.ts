import { EXIT, type Io } from '../../../command.ts'
import { ConsoleRefusal, ConsoleTrouble } from './console-client.ts'

/** The exit code of what a console is asked: 1 where it says no, 2 where it cannot be asked; both are said in words. */
export async function atConsole(io: Io, ask: () => Promise<number>): Promise<number> {
  try {
    return await ask()
  } catch (error) {
    if (!(error instanceof ConsoleRefusal || error instanceof ConsoleTrouble)) throw error
    io.err(`hap: ${error.message}`)
    return error instanceof ConsoleRefusal ? EXIT.wrong : EXIT.usage
  }
}
