import { BY_ITSELF } from './claim-audit.ts'
import { type ClaimContext, WORK_MS } from './claim-context.ts'
import { isOn, namesOf, shootsOfClaim } from './claim-shoots.ts'
import { Deadline } from './deadline.ts'
import { oneByOne } from './one-by-one.ts'
import { finishRelease } from './release-claim.ts'
import { resolveClaim } from './resolve.ts'

/** Claims of each kind that are looked at in one go. */
const AT_ONCE = 200

/** Finds out what became of every claim whose work was interrupted. */
export async function resolveOpenIntents(context: ClaimContext): Promise<void> {
  await oneByOne(context, await context.ledger.interrupted(AT_ONCE), claim =>
    resolveClaim(context, claim, new Deadline(context.clock, WORK_MS)),
  )
}

/** Goes on with what was given back and not dealt with. */
export async function finishReleases(context: ClaimContext): Promise<void> {
  await oneByOne(context, await context.ledger.releasing(AT_ONCE), async claim => {
    const mine = await context.ledger.takeUp(claim, context.holder)
    if (!mine) return
    await context.reached('after-take-over')
    await finishRelease(context, mine, { actor: BY_ITSELF.actor, goesOn: true }, new Deadline(context.clock, WORK_MS))
  })
}

/** Claims whose cluster has come into being become active. */
export async function noteClusters({ ledger, inventory, audit, twoPersons }: ClaimContext): Promise<void> {
  const expected = await ledger.expected(5_000)
  const seen = expected
    .map(claim => ({ claim, shoots: shootsOfClaim(inventory, claim) }))
    // There it decides whether the account may be marked: a shoot that may be anywhere is not enough.
    .map(({ claim, shoots }) => ({
      claim,
      shoots: twoPersons ? shoots.filter(shoot => isOn(inventory, shoot, claim.account)) : shoots,
    }))
    .filter(({ shoots }) => shoots.length > 0)
  for (let start = 0; start < seen.length; start += AT_ONCE) {
    const part = seen.slice(start, start + AT_ONCE)
    const claims = part.map(({ claim }) => claim)
    const ids = claims.map(({ id }) => id)
    const names = namesOf(part.flatMap(({ shoots }) => shoots))
    await audit.activates(claims, intent => ledger.activate(ids, names, intent))
  }
}
