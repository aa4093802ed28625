/** Header of requests that an open page sends on its own; they do not prolong the session. */
export const UNATTENDED_HEADER = 'unattended'
