/** Texts of index.html, and of the manifest that a phone reads when it installs the app. */
export const pageTexts = {
  description: 'Who is in your home network, and what each device may do.',
  noscript: 'This page needs JavaScript to talk to your router.',
  devices: 'Devices',
  addDevice: 'Add a device',
}

/** Texts of the page that is shown while the router cannot be reached. */
export const offlineTexts = {
  product: 'Sallyport',
  title: 'Your router is not reachable',
  hint: 'Check that this device is connected to your home network. A router that is starting needs half a minute.',
  again: 'Retrying…',
  now: 'Retry now',
}
