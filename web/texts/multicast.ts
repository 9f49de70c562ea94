/** How devices that sit in networks of their own find each other. */
export const multicastTexts = {
  title: 'Devices find each other',
  hint: 'So that a phone sees the television, the speaker and the printer. To see is not to reach: what a device may reach, you still decide.',
  failed: 'Whether devices find each other could not be read',
  enabled: 'Pass on what they announce',
  known: {
    '224.0.0.251:5353': 'Printers, Apple and Google devices',
    '239.255.255.250:1900': 'Televisions, players and consoles',
  } as Readonly<Record<string, string>>,
  list: 'What is passed on',
  use: (what: string) => `Pass on: ${what}`,
  remove: (what: string) => `Remove: ${what}`,
  onlyFor: (tags: string) => `Only among devices with the tag ${tags}`,
  more: 'Something else',
  address: 'Group and port',
  placeholder: '239.0.0.1:5000',
  description: 'What it is for',
  tags: 'Only among devices with one of these tags',
  tagsHint: 'Leave it empty for all devices.',
  add: 'Add',
  name: {
    title: 'Address at home',
    hint: 'Type it into a browser to get here.',
    more: 'Towards the internet',
    outside: 'Answer to it towards the internet as well',
    outsideHint: 'Only where your provider’s network is yours, too.',
  },
} as const
