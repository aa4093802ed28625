import type { Env } from '#lib/env.ts'
import { type Exceptions, ExceptionsError, parseExceptions } from '#lib/hap/access/dangers.ts'
import { StartError } from './start-error.ts'

/** What kubeconfigs of some namespaces may do although policy denies it. Throws StartError for a setting that cannot be read. */
export function kubeconfigExceptions({
  HAP_KUBECONFIG_EXCEPTIONS: text,
}: Pick<Env, 'HAP_KUBECONFIG_EXCEPTIONS'>): Exceptions {
  try {
    return parseExceptions(text ?? '')
  } catch (error) {
    if (!(error instanceof ExceptionsError)) throw error
    throw new StartError(`HAP_KUBECONFIG_EXCEPTIONS: ${error.message}`)
  }
}
