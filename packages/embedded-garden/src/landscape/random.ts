/** A deterministic random source: the same seed and stream produce the same values on every machine. */
export interface Random {
  /** 0 <= x < 1 */
  next(): number
  /** Whole number from `least` to `most`, both included. */
  int(least: number, most: number): number
  pick<T>(from: readonly T[]): T
  chance(share: number): boolean
  shuffled<T>(of: readonly T[]): T[]
  /** Lower-case hexadecimal digits. */
  hex(digits: number): string
  /** A UUID of version 4. */
  uuid(): string
}

/** Streams are independent: more draws for shoots do not change the accounts of the same seed. */
export function createRandom(seed: number, stream: string): Random {
  const next = mulberry32(hash(`${seed}/${stream}`))
  const random: Random = {
    next,
    int: (least, most) => least + Math.floor(next() * (most - least + 1)),
    pick(from) {
      const item = from[Math.floor(next() * from.length)]
      if (item === undefined) throw new RangeError('cannot pick from an empty list')
      return item
    },
    chance: share => next() < share,
    shuffled(of) {
      const copy = [...of]
      for (let i = copy.length - 1; i > 0; i--) {
        const j = Math.floor(next() * (i + 1))
        const [a, b] = [copy[i], copy[j]]
        if (a !== undefined && b !== undefined) {
          copy[i] = b
          copy[j] = a
        }
      }
      return copy
    },
    hex(digits) {
      let text = ''
      while (text.length < digits) text += word(next).slice(0, digits - text.length)
      return text
    },
    uuid() {
      const hex = random.hex(32)
      const variant = '89ab'[Number.parseInt(hex.charAt(16), 16) % 4]
      return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-${variant}${hex.slice(17, 20)}-${hex.slice(20)}`
    },
  }
  return random
}

function word(next: () => number): string {
  return Math.floor(next() * 0x1_0000_0000)
    .toString(16)
    .padStart(8, '0')
}

/** FNV-1a. */
function hash(text: string): number {
  let value = 0x811c9dc5
  for (let i = 0; i < text.length; i++) value = Math.imul(value ^ text.charCodeAt(i), 0x01000193)
  return value >>> 0
}

function mulberry32(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 0x1_0000_0000
  }
}
