/** Days that can be looked back. */
export const WINDOWS = [7, 30, 90] as const

export type Window = (typeof WINDOWS)[number]

/** Days whose rate everything goes by where nobody chose. */
export const USUAL_WINDOW: Window = 30

/** The window a text names; of any other text the usual one. */
export function windowFrom(text: string): Window {
  return WINDOWS.find(days => String(days) === text) ?? USUAL_WINDOW
}
