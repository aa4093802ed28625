/**
 * Request header that the proxy sets to the page's own path and query. A browser cannot set it: the
 * proxy overwrites it.
 */
export const ADDRESS_HEADER = 'x-hap-address'
