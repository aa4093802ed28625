import { closeSync, mkdirSync, openSync, readFileSync } from 'node:fs'
import path from 'node:path'

/** `41 s`. */
export function formatSeconds(ms: number): string {
  return `${Math.round(ms / 1000)} s`
}

export interface Progress {
  /** Sets the current step, shown after the seconds. */
  step(name: string): void
  /** Ends the line with the elapsed seconds. */
  done(): void
}

type Out = Pick<NodeJS.WriteStream, 'write' | 'isTTY'>

const TICK_MS = 1_000
/** Interval without a terminal, where each line stays. */
const LINE_MS = 15_000

/** Shows `Building the console… 41 s` during work: on a terminal in one line, otherwise in a new line at each interval. */
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

/** A file for the whole output of a console. */
export interface ConsoleLog {
  /** Relative to the project. */
  readonly file: string
  readonly descriptor: number
  /** The plain text output of the console, without its JSON lines. */
  messages(): string
  close(): void
}

/** Creates an empty log file, one per port. Throws file system errors. */
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
