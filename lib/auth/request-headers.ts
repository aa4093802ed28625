/** Header of requests that an open page sends on its own; they do not prolong the session. */
export const UNATTENDED_HEADER = 'unattended'

/** Header of a page's write requests with the percent-encoded id of the user that the page was rendered for. */
export const RENDERED_FOR_HEADER = 'drawn-for'

/**
 * Request header that the proxy sets to the page's own path and query. A browser cannot set it: the
 * proxy overwrites it.
 */
export const ADDRESS_HEADER = 'x-hap-address'
