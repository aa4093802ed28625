/** What the audit log calls what is done to the rules. */
export const RULES_VERBS = {
  publish: 'publish rules',
  rollBack: 'roll back rules',
  write: 'write ConfigMap of rules',
} as const

/** Key of the rules among the targets of the audit log. */
export const RULES_TARGET = 'Rules'
