/** Texts of other homes that are connected with this one. */
export const siteTexts = {
  title: 'Other homes',
  hint: 'Connect your home with another one that has a Sallyport. Only devices that both owners choose can use it.',
  empty: 'No other homes yet.',
  failed: 'Other homes could not be loaded',
  add: 'Connect a home',
  back: 'VPN',
  /** Others are shown by the message of the router, which has the reason. */
  states: { up: 'Up', off: 'Off', unpaired: 'Waiting for the text of the other home' } as Readonly<
    Record<string, string>
  >,
  missing: 'Home not found',
  missingHint: 'It may have been deleted.',
  networks: (networks: readonly string[]) => networks.join(', '),

  new: {
    title: 'Connect a home',
    name: 'Name of the other home',
    namePlaceholder: 'For example, cabin',
    submit: 'Continue',
  },

  text: {
    title: 'Your text',
    hint: 'Send this line to the owner of the other home, who enters it there. It contains a secret: use a private message.',
    show: 'Show text',
    label: 'Text for the other home',
  },
  other: {
    title: 'Text of the other home',
    hint: 'Paste the line that the other owner sent you.',
    again: 'Replace the text',
    label: 'Text of the other home',
    submit: 'Connect',
  },
  details: {
    title: 'Details',
    own: 'Fingerprint of this home',
    theirs: 'Fingerprint of the other home',
    compare: 'Compare the fingerprints with the other owner, for example by phone.',
    endpoint: 'Reached at',
    none: 'Not from the internet',
    networks: 'Networks there',
    handshake: 'Last handshake',
    never: 'None yet',
    received: 'Received',
    sent: 'Sent',
  },
  reach: {
    title: 'Public address',
    label: 'Where the other home reaches this one',
    hint: 'A name or an address with a port. Empty if this router cannot be reached from the internet.',
  },
  users: {
    title: 'Who may use the other home',
    hint: 'Devices of this home that may connect to devices there.',
  },
  shared: {
    title: 'Shared with the other home',
    hint: 'Devices of this home that devices there may connect to.',
  },
  save: 'Save',
  enabled: 'Enabled',
  enabledHint: 'While disabled, nothing passes between the homes. Keys and settings are kept.',
  remove: 'Delete home',
  removeTitle: (name: string) => `Delete ${name}?`,
  removeHint: 'The connection is closed immediately and its keys are deleted. To connect again, exchange new texts.',
  removeConfirm: 'Delete',
}
