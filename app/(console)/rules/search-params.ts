/** Search parameters of the page. */
export const RULES_PARAMETERS = { tab: 'tab' } as const
