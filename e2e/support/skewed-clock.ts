/**
 * Settings of a process whose JavaScript clock is off by `offMs`; the clocks of its database and of Gardener are
 * right.
 */
export function skewedClock(offMs: number): Readonly<Record<string, string>> {
  // A proxy keeps every date an instance of Date.
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
