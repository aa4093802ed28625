import { type Io, UsageError } from '../../bin/command.ts'
import { COMMANDS } from '../../bin/commands.ts'
import { main } from '../../bin/main.ts'

interface HapRun {
  readonly code: number
  readonly out: string
  readonly err: string
  /** Files the command wrote. */
  readonly written: Readonly<Record<string, string>>
}

/** Runs `hap` on files given as texts, without a process; `-` is the standard input. */
export async function runHap(
  args: readonly string[],
  files: Readonly<Record<string, string | Uint8Array>> = {},
): Promise<HapRun> {
  const out: string[] = []
  const err: string[] = []
  const written: Record<string, string> = {}
  const io: Io = {
    out: line => void out.push(line),
    outAll: async lines => {
      for await (const line of lines) out.push(line)
      return true
    },
    err: line => void err.push(line),
    read: async file => {
      const content = files[file]
      if (content === undefined) throw new UsageError(`${file} cannot be read: there is no such file.`)
      return typeof content === 'string' ? new TextEncoder().encode(content) : content
    },
    write: async (file, text) => {
      written[file] = text
    },
    paint: (_, text) => text,
  }
  return { code: await main(args, io, COMMANDS), out: out.join('\n'), err: err.join('\n'), written }
}
