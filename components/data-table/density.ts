/** Name of the cookie with the chosen height of rows; absent while they are comfortable. */
export const DENSITY_COOKIE = 'hap-density'

export type Density = 'comfortable' | 'compact'

/** The density in a cookie's value; anything else means comfortable. */
export function parseDensity(value: string | undefined): Density {
  return value === 'compact' ? 'compact' : 'comfortable'
}
