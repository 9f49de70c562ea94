/** The page that stands in for all others while the router cannot be reached. */
export const offlineTexts = {
  product: 'Sallyport',
  title: 'Your router does not answer',
  hint: 'Is this device on the wifi or the cable of your home? A router that is starting needs half a minute.',
  again: 'Trying again by itself…',
  now: 'Try now',
} as const
