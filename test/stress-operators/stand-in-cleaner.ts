import { type Cleaner, secretField } from '#lib/operators/cleanup/cleaner.ts'
import { CleanerError, FAILURE_MESSAGES } from '#lib/operators/cleanup/cleaner-error.ts'

const PLACE = 'eu-central-1'

/** Cleans the accounts of an AccountProvider, in place of the cleaner of AWS. */
export function standInCleaner(origin: string): Cleaner {
  return {
    provider: 'aws',
    version: 'stand-in',
    looksAt: ['volume'],
    open(secret) {
      const account = secretField(secret, 'account').reveal()
      const ask = async (method: 'GET' | 'DELETE', path: string, signal: AbortSignal) => {
        const answer = await fetch(`${origin}/${account}${path}`, { method, signal })
        if (!answer.ok) throw new CleanerError('unexpected', 'ask the stand-in', FAILURE_MESSAGES.unexpected)
        return answer.text()
      }
      return {
        async inventory(signal) {
          const ids: readonly string[] = JSON.parse(await ask('GET', '', signal))
          return { identity: account, places: [PLACE], resources: ids.map(resourceOf) }
        },
        async delete({ id }, signal) {
          await ask('DELETE', `/${id}`, signal)
          return 'gone'
        },
        close() {},
      }
    },
  }
}

/** A resource of a deleted cluster of the project. */
function resourceOf(id: string) {
  return {
    kind: 'volume',
    id,
    place: PLACE,
    name: id,
    tags: { 'kubernetes.io/cluster/shoot--kyma-prod--gone': 'owned' },
    madeByKubernetes: false,
    condition: 'idle',
    ofProvider: false,
  } as const
}
