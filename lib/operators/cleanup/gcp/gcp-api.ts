import { setTimeout as sleep } from 'node:timers/promises'
import type { Deletion } from '../cleaner.ts'
import { CleanerError } from '../cleaner-error.ts'
import { type Answer, type Call, exchange, type Passing, type Patience } from '../exchange.ts'
import { FAILURE_WORDS } from '../failure-words.ts'
import { arrayAt, jsonIfAny, jsonOf, recordAt, stringAt } from '../json-answer.ts'
import { gcpFailure } from './gcp-failure.ts'
import type { ServiceAccount } from './service-account.ts'

export const PUBLIC_GCP = 'https://compute.googleapis.com'

export interface GcpApi {
  /** A page of a list, below the project. */
  get(path: string, doing: string, signal: AbortSignal): Promise<Readonly<Record<string, unknown>>>
  /** Deletes, and hears of the operation as long as it ends soon. */
  delete(path: string, doing: string, signal: AbortSignal): Promise<Deletion>
}

/** Looks at an operation under way. */
const FOLLOWED = 5

/** Calls to Compute Engine, signed with the key of a service account. Methods throw CleanerError. */
export function createGcpApi(
  account: ServiceAccount,
  patience: Patience,
  { origin, followMs }: { readonly origin: string; readonly followMs: number },
): GcpApi {
  const call = (method: 'GET' | 'DELETE', path: string, doing: string, signal: AbortSignal) => {
    const url = `${origin}/compute/v1/projects/${account.project}/${path}`
    const sign = async (): Promise<Call> => {
      return {
        method,
        url,
        headers: { authorization: (await account.authorization()).reveal(), accept: 'application/json' },
        doing,
      }
    }
    return exchange(sign, passing, patience, signal)
  }
  return {
    async get(path, doing, signal) {
      const answer = await call('GET', path, doing, signal)
      if (answer.status === 200) return jsonOf(answer, doing)
      throw refused(answer, doing) ?? new CleanerError('forbidden', doing, 'there is no such project')
    },
    async delete(path, doing, signal) {
      const answer = await call('DELETE', path, doing, signal)
      if (answer.status !== 200) {
        const error = refused(answer, doing)
        if (error !== null) throw error
        return 'gone'
      }
      let operation = jsonOf(answer, doing)
      const place = path.split('/').slice(0, -2).join('/')
      for (let look = 0; ; look++) {
        const ended = endOf(operation, doing)
        if (ended) return 'gone'
        const name = stringAt(operation, 'name')
        if (look === FOLLOWED || !/^[\w-]{1,100}$/.test(name)) return 'accepted'
        await sleep(followMs, undefined, { signal })
        const next = await call('GET', `${place}/operations/${name}`, doing, signal)
        if (next.status !== 200) return 'accepted'
        operation = jsonOf(next, doing)
      }
    },
  }
}

/** Whether an operation is over; one that failed throws. What it did not find is gone. */
function endOf(operation: Readonly<Record<string, unknown>>, doing: string): boolean {
  const [error] = arrayAt(recordAt(operation, 'error'), 'errors')
  if (error === undefined) return stringAt(operation, 'status') === 'DONE'
  const code = stringAt(error, 'code')
  const failure = gcpFailure(400, code)
  if (failure === 'gone') return true
  throw new CleanerError(failure, doing, FAILURE_WORDS[failure], { code })
}

/** Null: what was asked for does not exist. */
function refused(answer: Answer, doing: string): CleanerError | null {
  const reason = reasonOf(answer)
  const failure = gcpFailure(answer.status, reason)
  return failure === 'gone' ? null : new CleanerError(failure, doing, FAILURE_WORDS[failure], { code: reason })
}

function passing(answer: Answer): Passing {
  if (answer.status < 400) return null
  const failure = gcpFailure(answer.status, reasonOf(answer))
  return failure === 'throttled' || failure === 'unavailable' ? { failure, because: FAILURE_WORDS[failure] } : null
}

function reasonOf(answer: Answer): string {
  const [error] = arrayAt(recordAt(jsonIfAny(answer), 'error'), 'errors')
  return stringAt(error, 'reason')
}
