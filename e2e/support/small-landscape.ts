/** Global account of the small landscape over the limit on one account, with room on another. */
export const LARGE = 'f30a8d5b-ee7b-40b0-bee5-9b83ff05413d'
/** Full on one account, with room on another, and with one in another pool. */
export const FULL = '9ff6d221-cd87-442e-b2fb-a0b3870c5728'
/** Has a terminating account, and no other of aws. */
export const LEAVING = 'b960c45a-4d99-43ef-9c44-a625c8012710'

/** The account of LARGE with 24 clusters, and its other account. */
export const OVERFULL = 'sap-aws-skr-cust-00003'
export const WITH_ROOM = 'sap-aws-skr-cust-00001'

/** Two bindings of one account, and the global account that owns it. */
export const LEGACY = { name: 'sap-aws-skr-cust-00021-legacy', other: 'sap-aws-skr-cust-00021' } as const
export const OWNER_OF_LEGACY = 'baaa2f69-aff7-4922-a29c-76a9ed8cbb8f'

/** Limit of aws in the small landscape, which has too few clusters for the default. */
export const AWS_LIMIT = 20
