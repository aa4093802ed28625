/** How far a claim came whose shoot Gardener does not show, for people. */
export const CLAIM_WORDS = {
  intent: 'claiming an account',
  reserved: 'claimed, no shoot yet',
  active: 'shoot is gone',
  releasing: 'being released',
} as const
