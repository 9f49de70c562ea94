/** Texts of the pages of radios. */
export const radioTexts = {
  none: {
    title: 'No wifi radio',
    hint: 'This router drives no radio. Everything else works over cables.',
    router: 'On a router with a wifi card, name its interface when you start the daemon:',
    routerCommand: 'sallyport run --radio wlan0 …',
    home: 'In the virtual home, wireless devices are connected by virtual cables. With simulated radios, it runs in a virtual machine:',
    homeCommand: 'npm start -- --vm',
    more: 'How wifi works',
  },

  radio: {
    missing: 'Radio not found',
    missingHint: 'It may have been removed or renamed.',
    settings: 'Settings',
    settingsHint: 'Devices stay connected when the channel changes. Other changes restart the radio.',
    country: 'Country',
    countryHint: 'Decides which channels and how much power are permitted. It is the same for all radios.',
    countryNone: 'Select a country',
    countryFirst: 'Save the country first: it decides which channels are permitted.',
    ssid: 'Network name',
    ssidHint: 'Radios with the same name form one network.',
    ssidEmpty: 'Enter a name.',
    ssidLong: 'Use at most 32 bytes.',
    ssidControl: 'Use visible characters only.',
    band: 'Band',
    channel: 'Channel',
    automatic: 'Automatic',
    automaticHint: 'The router scans and selects the least busy channel.',
    /** The automatic choice of a channel. */
    chosen: (channel: number, networks: number, of: number, isLeastUsed: boolean) =>
      `Channel ${channel} is ${isLeastUsed ? 'the least used' : 'little used, and with more transmit power than the others,'} of ${of}: ${
        networks === 0 ? 'no other network' : networks === 1 ? '1 other network' : `${networks} other networks`
      } on it.`,
    withRadar: (channel: number) => `${channel} (radar check)`,
    radarFound: (channel: number) => `${channel} (radar detected)`,
    noChannel: 'No channel of this band has this width.',
    width: 'Channel width',
    widthOf: (mhz: number) => `${mhz} MHz`,
    dfs: 'Use channels with radar checks',
    dfsHint: 'They are often free. The radio is silent for a minute or longer before it uses one.',
    enabled: 'Enabled',
    enabledHint: 'A disabled radio does not transmit. Its settings are kept.',
    disableTitle: (name: string) => `Disable ${name}?`,
    disableHint: (count: number) =>
      count === 0
        ? 'No device can join until you enable it again.'
        : count === 1
          ? '1 device is disconnected immediately.'
          : `${count} devices are disconnected immediately.`,
    disable: 'Disable',
    setUp: 'Set up radio',
    setUpHint: 'It starts a network that your devices join with their own passphrases.',
    setUpDo: 'Set up',
    reset: 'Reset settings',
    resetTitle: (name: string) => `Reset ${name}?`,
    resetHint: 'Channel and width return to their defaults. The name, the country and all passphrases are kept.',
    resetConfirm: 'Reset',
    about: 'Details',
    network: 'Network',
    mac: 'MAC address',
    power: 'Transmit power',
    powerOf: (dbm: string) => `${dbm} dBm`,
    bands: 'Bands',
    stations: 'Devices',
  },

  scan: {
    title: 'Networks in range',
    hint: 'The strongest first',
    start: 'Scan',
    again: 'Scan again',
    none: 'A scan takes a few seconds. Devices stay connected.',
    at: (time: string) => `Scanned at ${time}.`,
    own: 'This radio',
    hidden: 'Hidden network',
    count: (count: number) => (count === 1 ? '1 other network' : `${count} other networks`),
    nothing: (band: string) => `No other networks on ${band}`,
    summary: (band: string, count: number, busiest: string) =>
      `${band}: ${count === 1 ? '1 other network' : `${count} other networks`} in range. ${busiest}`,
    busiest: (channel: number, count: number) => `Most are on channel ${channel}: ${count}.`,
    table: 'Show as table',
    network: 'Network',
    channel: 'Channel',
    signal: 'Signal',
    security: 'Security',
    open: 'Open',
    old: 'WPA or WEP',
    enterprise: 'Enterprise',
    dbm: (dbm: number) => `${dbm} dBm`,
  },
}
