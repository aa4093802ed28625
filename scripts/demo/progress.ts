import { closeSync, mkdirSync, openSync, readFileSync } from 'node:fs'
import path from 'node:path'

/** `41 s`. */
export function formatSeconds(ms: number): string {
  return `${Math.round(ms / 1000)} s`
}

export interface Progress {
  /** What the work is at, shown behind its seconds. */
  step(name: string): void
  /** Ends the line with the seconds it took. */
  done(): void
}

type Out = Pick<NodeJS.WriteStream, 'write' | 'isTTY'>

const TICK_MS = 1_000
/** Without a terminal each line stays, so there are fewer. */
const LINE_MS = 15_000

/** Shows `Building the console… 41 s` during work: on a terminal in one line, otherwise as a line now and then. */
export function showProgress(title: string, out: Out = process.stdout): Progress {
  const started = performance.now()
  let step = ''
  const text = () => {
    const seconds = formatSeconds(performance.now() - started)
    return step === '' ? `${title}… ${seconds}` : `${title}… ${seconds}: ${step}`
  }
  const write = out.isTTY ? (end = '') => out.write(`\r\u001b[K${text()}${end}`) : () => out.write(`${text()}\n`)
  if (out.isTTY) write()
  else out.write(`${title}…\n`)
  const timer = setInterval(write, out.isTTY ? TICK_MS : LINE_MS)
  return {
    step(name) {
      step = name
      if (out.isTTY) write()
    },
    done() {
      clearInterval(timer)
      step = ''
      write('\n')
    },
  }
}

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
