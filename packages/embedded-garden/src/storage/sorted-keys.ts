/** Keys in the order lists come in: by bytes of `namespace/name`. */
export class SortedKeys {
  #keys: string[] = []

  get size(): number {
    return this.#keys.length
  }

  at(index: number): string | undefined {
    return this.#keys[index]
  }

  /** Index of the first key that is not below `key`. */
  indexOf(key: string): number {
    let low = 0
    let high = this.#keys.length
    while (low < high) {
      const middle = (low + high) >>> 1
      if ((this.#keys[middle] ?? '') < key) low = middle + 1
      else high = middle
    }
    return low
  }

  /** Half-open range of indexes of the keys that begin with `prefix`. */
  rangeOf(prefix: string): readonly [from: number, to: number] {
    return prefix === '' ? [0, this.#keys.length] : [this.indexOf(prefix), this.indexOf(`${prefix}\uffff`)]
  }

  add(key: string): void {
    const index = this.indexOf(key)
    if (this.#keys[index] !== key) this.#keys.splice(index, 0, key)
  }

  addMany(keys: Iterable<string>): void {
    this.#keys = [...new Set([...this.#keys, ...keys])].sort()
  }

  remove(key: string): void {
    const index = this.indexOf(key)
    if (this.#keys[index] === key) this.#keys.splice(index, 1)
  }
}
