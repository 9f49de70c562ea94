import type { Neighbour } from './prints.ts'

/** The networks of a block of flats, in two bands. */
export const NEIGHBOURHOOD: readonly Neighbour[] = [
  { ssid: 'FRITZ!Box 7590 AX', mhz: 2412, signal: -52, suites: 'PSK SAE' },
  { ssid: 'Vodafone-1A2B', mhz: 2412, signal: -71 },
  { ssid: 'o2-WLAN77', mhz: 2437, signal: -63 },
  { ssid: 'A network whose name has 32 byte', mhz: 2437, signal: -78 },
  { ssid: '', mhz: 2437, signal: -84 },
  { ssid: 'Café Größenwahn', mhz: 2462, signal: -47, suites: '' },
  { ssid: 'Telekom-88F1', mhz: 2472, signal: -88 },
  { ssid: 'FRITZ!Box 7590 AX', mhz: 5180, signal: -60, suites: 'PSK SAE' },
  { ssid: 'Vodafone-1A2B', mhz: 5240, signal: -82 },
  { ssid: 'office', mhz: 5260, signal: -74, suites: 'IEEE 802.1X' },
  { ssid: 'MagentaWLAN-5G', mhz: 5500, signal: -66, suites: 'SAE' },
  { ssid: 'upstairs', mhz: 5580, signal: -57 },
]
