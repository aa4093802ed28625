import { serve } from '#lib/operators/cleanup/testing/serve.ts'

/** The contents of one simulated account, and the requests about it. */
interface AccountFacts {
  readonly left: Set<string>
  inventories: number
  /** Number of empty inventories since the last one with content. */
  emptyInARow: number
  deletions: number
}

/**
 * A simulated provider whose accounts contain some resources, which it lists and deletes over HTTP; records the
 * requests.
 */
interface AccountProvider {
  readonly origin: string
  of(account: string): AccountFacts
  close(): Promise<void>
}

/** `things`: initial number of resources in each account. */
export async function startAccountProvider(accounts: readonly string[], things: number): Promise<AccountProvider> {
  const known = new Map(accounts.map(account => [account, newAccount(account, things)]))
  const of = (account: string) => {
    const facts = known.get(account)
    if (facts === undefined) throw new Error(`There is no account ${account}.`)
    return facts
  }
  const { origin, close } = await serve(({ method, url }) => {
    const [, account = '', id = ''] = url.pathname.split('/')
    const facts = known.get(account)
    if (facts === undefined) return { status: 404, body: '' }
    if (method === 'DELETE') {
      facts.deletions++
      facts.left.delete(id)
      return { status: 204, body: '' }
    }
    facts.inventories++
    facts.emptyInARow = facts.left.size === 0 ? facts.emptyInARow + 1 : 0
    return { status: 200, body: JSON.stringify([...facts.left]) }
  })
  return { origin, of, close }
}

function newAccount(account: string, things: number): AccountFacts {
  const ids = Array.from({ length: things }, (_, n) => `${account}-volume-${n}`)
  return { left: new Set(ids), inventories: 0, emptyInARow: 0, deletions: 0 }
}
