import { savedTable } from '../saved.ts'
import { Radio } from './radios/radio.ts'

export const wifiTables = {
  radios: savedTable({
    schema: Radio,
    keyOf: ({ Name }) => Name,
    audit: {
      noun: 'radio',
      shows: ['Name', 'MAC', 'Slot', 'Settings', 'Guest.Ssid'],
      hasPlainKey: true,
      unlogged: ['MAC', 'Slot'],
    },
  }),
}
