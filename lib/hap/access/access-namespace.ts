/** Where in a cluster the ServiceAccounts and the Secrets of issues live. */
export const ACCESS_NAMESPACE = 'hap-access'
