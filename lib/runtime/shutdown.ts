/** Things to close at the end, last opened first. One that fails does not keep the others open. */
export class Shutdown {
  readonly #steps: (() => Promise<void> | void)[] = []

  add(step: () => Promise<void> | void): void {
    this.#steps.push(step)
  }

  async run(): Promise<void> {
    for (const step of this.#steps.splice(0).reverse()) {
      try {
        await step()
      } catch {
        // The process is about to end: what cannot be closed is left to the operating system.
      }
    }
  }
}
