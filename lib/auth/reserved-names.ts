/** Names of parts of the console in the audit log: no user has one. */
export const CONSOLE_NAME = 'hap-console'
export const SUBSCRIPTION_OPERATOR_NAME = 'subscription-operator'

const OF_PARTS = new Set([CONSOLE_NAME, SUBSCRIPTION_OPERATOR_NAME, 'operators'])

/** `hap COMMAND` names a command; `token NAME of ADMIN` names an API token. */
const OF_COMMANDS_AND_TOKENS = /^(hap|token) /

/** Whether a name is one that only the console gives, in any case and with any spaces around it. */
export function isReservedName(name: string): boolean {
  const text = name.normalize('NFKC').trim().toLowerCase()
  return OF_PARTS.has(text) || OF_COMMANDS_AND_TOKENS.test(text)
}
