import { createHash } from 'node:crypto'

/** Share of its life after which a kubeconfig is renewed, and how far that is spread (cert-manager's 2/3; pools.md K1). */
const RENEW_AFTER = 2 / 3
const SPREAD = 0.05

interface Life {
  /** By our clock, epoch ms. */
  readonly issuedAt: number
  /** By the clock of the server that issued it. */
  readonly created: number
  readonly expires: number
}

/**
 * When an issue is renewed, by our clock: 2/3 of its life ± 5 % after it was issued. The life is measured by the server's clock
 * alone, so that a clock that goes wrong by a constant does no harm. Always the same for an issue, differs among requests.
 */
export function renewalTime(request: string, issue: number, { issuedAt, created, expires }: Life): number {
  const share = RENEW_AFTER + SPREAD * (2 * fractionOf(`${request}/${issue}`) - 1)
  return Math.floor(issuedAt + (expires - created) * share)
}

/** A number from 0 to 1 that depends on the text alone. */
function fractionOf(text: string): number {
  return createHash('sha256').update(text).digest().readUInt32BE(0) / 0xffffffff
}

/** How long a token works on after a rotation that was asked for: time for its readers to take the new one. */
export const GRACE_MS = 5 * 60_000

/**
 * Until when the token before works on. Readers may hold it until it expires (seed 004), so an ordinary rotation lets it; one
 * that was asked for ends it after a grace, as it may be known to others.
 */
export function retirementTime(expiresAt: number, now: number, askedFor: boolean): number {
  return askedFor ? Math.min(expiresAt, now + GRACE_MS) : expiresAt
}
