/** Header by which a page says with what it changes for whom it was drawn: the id of the user, as in an address. */
export const DRAWN_FOR_HEADER = 'drawn-for'
