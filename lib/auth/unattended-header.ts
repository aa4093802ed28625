/** Header of what a page asks for by itself while nobody is at work on it: that keeps no session alive. */
export const UNATTENDED_HEADER = 'unattended'
