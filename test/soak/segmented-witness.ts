import { type Version, Witness } from '../stress/witness.ts'

/** A witness of a server that is restarted: it pauses during the restart, because the server loses old versions. */
export class SegmentedWitness {
  readonly #kubeconfig: string
  readonly #namespace: string
  #before: readonly Version[] = []
  #now: Witness

  private constructor(kubeconfig: string, namespace: string, now: Witness) {
    this.#kubeconfig = kubeconfig
    this.#namespace = namespace
    this.#now = now
  }

  static async start(kubeconfig: string, namespace: string): Promise<SegmentedWitness> {
    return new SegmentedWitness(kubeconfig, namespace, await Witness.start(kubeconfig, namespace))
  }

  /** Waits until the watch has delivered everything, and pauses during work that does not change bindings. */
  async lookAway(restart: () => Promise<void>): Promise<void> {
    this.#before = await this.stop()
    await restart()
    this.#now = await Witness.start(this.#kubeconfig, this.#namespace)
  }

  /** All versions so far, each once. */
  async stop(): Promise<readonly Version[]> {
    await this.#now.stop()
    const known = new Set(this.#before.map(keyOf))
    return [...this.#before, ...this.#now.history.filter(version => !known.has(keyOf(version)))]
  }
}

function keyOf({ name, resourceVersion }: Version): string {
  return `${name} ${resourceVersion}`
}
