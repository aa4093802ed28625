/**
 * Global accounts of the demo landscape: over the limit on one account, with room on another; full on one, with a
 * second; with a terminating account.
 */
export const LARGE = '8e6b0e5e-cef4-4e03-a3f8-25e77f79a211'
export const FULL = '6c0eebd3-b3b0-4a22-a9a5-c8a7d6761612'
export const LEAVING = '592db20a-48e2-40ce-bf09-f4dd0588d923'
/** A global account that owns one account without a cluster. */
export const IDLE = 'd1615c47-28d9-40c7-8398-c42634fa0170'

/** An account with 250 clusters and a limit of 180. */
export const OVERFULL = 'sap-aws-skr-cust-00005'
