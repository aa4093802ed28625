import { closeSync, mkdirSync, openSync, readFileSync } from 'node:fs'
import path from 'node:path'

/** A file for everything a console prints. */
export interface ConsoleLog {
  /** Relative to the project. */
  readonly file: string
  readonly descriptor: number
  /** What the console printed for people, without its JSON lines. */
  messages(): string
  close(): void
}

/** Starts an empty log, of its own for each port. Throws what the file system says. */
export function openConsoleLog(port: number, folder = '.cache'): ConsoleLog {
  const file = path.join(folder, `demo-${port}.log`)
  mkdirSync(folder, { recursive: true })
  const descriptor = openSync(file, 'w')
  return {
    file,
    descriptor,
    messages: () =>
      readFileSync(file, 'utf8')
        .split('\n')
        .filter(line => line !== '' && !line.startsWith('{'))
        .join('\n'),
    close: () => closeSync(descriptor),
  }
}
