/** Parameters of the page's address. */
export const RULES_PARAMETERS = { tab: 'tab' } as const
