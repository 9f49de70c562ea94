/** Texts of index.html, and of the manifest that a phone reads when it installs the app. */
export const pageTexts = {
  description: 'Who is in your home network, and what each device may do.',
  noscript: 'This page needs JavaScript to talk to your router.',
  devices: 'Devices',
  addDevice: 'Add a device',
}
