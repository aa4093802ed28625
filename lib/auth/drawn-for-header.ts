/** Header of a page's write requests with the percent-encoded id of the user that the page was rendered for. */
export const DRAWN_FOR_HEADER = 'drawn-for'
