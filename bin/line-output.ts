import type { Writable } from 'node:stream'
import { escapeControls } from '#lib/util/terminal.ts'
import { fileTrouble } from './file-trouble.ts'

/** Lines for a stream. Once it takes no more, the rest is dropped: the command ends as it would have, with its own exit code. */
export class LineOutput {
  readonly #stream: Writable
  #failure: Error | null = null

  constructor(stream: Writable) {
    this.#stream = stream
    stream.on('error', error => this.#fail(error))
  }

  write(line: string): void {
    if (!this.#failure) this.#stream.write(escapeControls(`${line}\n`))
  }

  /** Writes lines as fast as they are taken, and asks for no more once they are not. Returns whether all of them were. */
  async writeAll(lines: AsyncIterable<string>): Promise<boolean> {
    for await (const line of lines) {
      await this.#put(`${line}\n`)
      if (this.#failure) return false
    }
    return true
  }

  /** Waits for what was written. Returns why it could not be, or null; a reader such as `head` may go away. */
  async trouble(): Promise<string | null> {
    if (!this.#failure) await this.#put('')
    if (!this.#failure || isGone(this.#failure)) return null
    return fileTrouble(this.#failure)
  }

  #put(text: string): Promise<void> {
    return new Promise(resolve => {
      this.#stream.write(text, error => {
        if (error) this.#fail(error)
        resolve()
      })
    })
  }

  #fail(error: Error): void {
    this.#failure ??= error
  }
}

function isGone(error: Error): boolean {
  return 'code' in error && error.code === 'EPIPE'
}
