/** Texts of the page that is shown while the router cannot be reached. */
export const offlineTexts = {
  product: 'Sallyport',
  title: 'Your router is not reachable',
  hint: 'Check that this device is connected to your home network. A router that is starting needs half a minute.',
  again: 'Retrying…',
  now: 'Retry now',
}
