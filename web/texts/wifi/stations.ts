/** Texts of connected devices, and of the wifi connection on a device’s page. */
export const stationTexts = {
  stations: {
    title: 'Connected devices',
    hint: (count: number) => `${count === 1 ? '1 device' : `${count} devices`}. Updates automatically.`,
    noneHint: 'No device is connected. Add one to get a passphrase for it.',
    failed: 'Connected devices could not be loaded',
    guest: 'Guest',
    more: (count: number) => `Show all ${count}`,
    since: (length: string) => `for ${length}`,
    rates: (down: string, up: string) => `↓ ${down} · ↑ ${up}`,
    unknownSignal: 'Signal unknown',
    signals: { great: 'Excellent', good: 'Good', fair: 'Fair', weak: 'Weak' },
    signal: (dbm: number) => `${dbm} dBm`,
  },

  device: {
    title: 'Wifi connection',
    away: 'Not connected by wifi now.',
    failed: 'The wifi connection could not be loaded',
    network: 'Network',
    signal: 'Signal',
    down: 'Link rate to the device',
    up: 'Link rate from the device',
    band: 'Band',
    security: 'Security',
    since: 'Connected',
    signalChart: {
      label: (range: string, hours: number) => `Signal ${range} in the last ${hours} hours`,
      caption: (hours: number) => `Signal, last ${hours} hours`,
      range: (least: number, most: number) => (least === most ? `${least} dBm` : `${least} to ${most} dBm`),
    },
    rateChart: {
      label: (range: string, hours: number) => `Link rate to the device ${range} in the last ${hours} hours`,
      caption: (hours: number) => `Link rate to the device, last ${hours} hours`,
      range: (least: number, most: number) => (least === most ? `${least} Mbit/s` : `${least} to ${most} Mbit/s`),
    },
    noChart: 'No values yet',
    roaming: 'Recent connections',
    span: (from: string, to: string) => `${from} – ${to}`,
    failure: (cause: string, ago: string) => `Last failed attempt ${ago}: ${cause}.`,
  },
}
