/** Things to close at the end, last opened first. One that fails does not keep the others open; `failed` hears of it. */
export class Shutdown {
  readonly #failed: (error: unknown) => void
  readonly #steps: (() => Promise<void> | void)[] = []
  #running: Promise<void> | null = null

  constructor(failed: (error: unknown) => void) {
    this.#failed = failed
  }

  add(step: () => Promise<void> | void): void {
    this.#steps.push(step)
  }

  /** Who asks again, as a second Ctrl+C does, waits for the same end. */
  run(): Promise<void> {
    this.#running ??= this.#close()
    return this.#running
  }

  async #close(): Promise<void> {
    for (let step = this.#steps.pop(); step; step = this.#steps.pop()) {
      try {
        await step()
      } catch (error) {
        // The process is about to end: what cannot be closed is left to the operating system.
        this.#failed(error)
      }
    }
  }
}
