/** Texts of wifi that Home shows too, and the screens of several features. */
export const wifiTexts = {
  title: 'Wifi',
  hint: 'Radios of this router and the devices on them.',
  back: 'All radios',
  failed: 'Wifi could not be loaded',

  radios: {
    title: 'Radios',
    hint: 'Select a radio to change its channel.',
    devices: (count: number) => (count === 1 ? '1 device' : `${count} devices`),
    channel: (channel: number | string) => `channel ${channel}`,
    automatic: 'automatic channel',
    width: (mhz: number) => `${mhz} MHz`,
    restart: 'Restart wifi',
    restartTitle: 'Restart all radios?',
    restartHint: 'All wifi devices are disconnected for a few seconds and reconnect automatically.',
    restartConfirm: 'Restart',
  },

  /** States of a radio: `word` for lists, `hint` on its page. */
  states: {
    off: { word: 'Disabled', hint: 'No device can join.' },
    uplink: { word: 'Used as an uplink', hint: 'It connects the router to another network.' },
    'no country': { word: 'Needs a country', hint: 'It does not transmit until you select a country.' },
    missing: { word: 'Missing', hint: 'The radio was removed. It starts again when it is back.' },
    starting: { word: 'Starting', hint: 'This usually takes a few seconds.' },
    'radar check': {
      word: 'Checking for radar',
      hint: 'On this channel, the radio has to listen for radar before it may transmit. Devices can join afterwards.',
    },
    running: { word: 'Running', hint: '' },
    failsafe: {
      word: 'Running with basic settings',
      hint: 'The radio did not start with your settings. It runs with basic ones until you change them.',
    },
    failed: { word: 'Failed', hint: 'The router keeps retrying.' },
  },
  unused: { word: 'Not set up', hint: 'Set it up to let devices join.' },
  radarLeft: (time: string) => `${time} left`,

  home: {
    title: 'Wifi',
    more: 'Details',
    moreLabel: 'Details of the wifi',
    devices: (count: number) => (count === 1 ? '1 device connected' : `${count} devices connected`),
    failed: (name: string) => `Wifi radio ${name} does not start`,
    failedHint: (reason: string) => (reason ? `${reason}. The router keeps retrying.` : 'The router keeps retrying.'),
    missing: (name: string) => `Wifi radio ${name} is missing`,
    missingHint: 'Plug it in again, or disable it under Wifi.',
    failsafe: (name: string) => `Wifi radio ${name} runs with basic settings`,
    failsafeHint: 'It did not start with your settings. Change them under Wifi.',
    country: (name: string) => `Wifi radio ${name} needs a country`,
    countryHint: 'It does not transmit until you select one.',
  },
}
