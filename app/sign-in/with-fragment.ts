/** Where to go with the fragment of the page somebody came from: browsers carry it over, and no server ever sees it. */
export function withFragment(returnTo: string): string {
  return returnTo.includes('#') ? returnTo : returnTo + window.location.hash
}
