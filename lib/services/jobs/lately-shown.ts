import { type Binding, bindingKey } from '#lib/hap/pools/binding.ts'

/** Four plans of the most targets; what fell out is only not known any more. */
const MOST = 20_000

/**
 * The bindings people were lately shown in plans, at the versions they had then: so a job can keep what was decided on, also when the
 * binding changed before the job was started. Of this process only.
 */
export class LatelyShown {
  readonly #most: number
  readonly #byVersion = new Map<string, Binding>()

  constructor(most = MOST) {
    this.#most = most
  }

  add(binding: Binding): void {
    const key = keyOf(bindingKey(binding), binding.resourceVersion)
    // Again at the end, as the latest.
    this.#byVersion.delete(key)
    this.#byVersion.set(key, binding)
    if (this.#byVersion.size <= this.#most) return
    const [oldest] = this.#byVersion.keys()
    if (oldest !== undefined) this.#byVersion.delete(oldest)
  }

  /** A binding by its key, as it was at a version; null when nobody was shown that lately. */
  at(key: string, version: string): Binding | null {
    return this.#byVersion.get(keyOf(key, version)) ?? null
  }
}

function keyOf(key: string, version: string): string {
  return `${key} ${version}`
}
