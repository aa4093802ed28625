/** Settings of a process whose clock is so many milliseconds off: that of JavaScript, not that of its database or of Gardener. */
export function skewedClock(offMs: number): Readonly<Record<string, string>> {
  // A proxy, so that every date stays an instance of Date, whoever makes it.
  const source = `
    const Right = Date
    const now = () => Right.now() + ${offMs}
    const Skewed = new Proxy(Right, {
      construct: (target, parts, as) => Reflect.construct(target, parts.length === 0 ? [now()] : parts, as),
      get: (target, name) => (name === 'now' ? now : target[name]),
    })
    Right.prototype.constructor = Skewed
    globalThis.Date = Skewed`
  return { NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(source)}` }
}
