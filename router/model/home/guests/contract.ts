import { z } from 'zod'
import { LinkName } from '../../internet/links/linkname.ts'
import { del, get, put } from '../../operation.ts'
import { Ssid } from '../../wifi/radios/radio.ts'

const tag = 'hostapd'
const example = { Ssid: 'Guests', Wpa3: true, Daily: true }
const fields = {
  Ssid: Ssid.meta({ description: 'The name of the network' }),
  Wpa3: z.boolean().meta({ description: 'Guests may also join with WPA3' }),
  Daily: z.boolean().meta({ description: 'The passphrase changes every day at 4:00, local time' }),
}

export const GuestNetworkState = z
  .object({
    ...fields,
    Ssid: z.string().meta({ description: 'The name of the network; empty without one' }),
    Enabled: z.boolean().meta({ description: 'There is a guest network' }),
    Passphrase: z.string().meta({ description: 'Empty if the passphrases of the devices are used' }),
    ValidUntil: z.number().int().meta({ description: 'Unix time of the next passphrase; 0 if it does not change' }),
    Interfaces: z.array(LinkName).meta({ description: 'The radios of the network' }),
  })
  .meta({
    id: 'GuestNetwork',
    example: {
      ...example,
      Enabled: true,
      Passphrase: 'k7mQ2xpR9vTn4wHs',
      ValidUntil: 1_764_039_600,
      Interfaces: ['wlan0'],
    },
  })
export type GuestNetworkState = z.output<typeof GuestNetworkState>

export const GuestNetworkRequest = z
  .strictObject({
    Ssid: fields.Ssid,
    Wpa3: fields.Wpa3.default(true),
    Daily: fields.Daily.default(false),
    Passphrase: z.string().default('').meta({ description: '8 to 63 characters; empty: the router makes one' }),
  })
  .meta({ id: 'GuestNetworkRequest', example })
export type GuestNetworkRequest = z.output<typeof GuestNetworkRequest>

/** The guest network of the home: the same on every radio. */
export const guests = {
  network: get('/wifi/guest', {
    tag,
    summary: 'The guest network',
    description: 'With its passphrase, for a page that shows it to guests.',
    reply: GuestNetworkState,
  }),
  enable: put('/wifi/guest', {
    tag,
    summary: 'Add or change the guest network',
    description:
      'On every radio that can run another network. A device that joins is added as a guest: it gets the policies `wan`, `dns`, `noapi` and `guestonly`, ' +
      'and is disabled when it was absent for 30 days. A changed network or passphrase disconnects the guests. ' +
      '`PUT /hostapd/{interface}/enableExtraBSS` does the same for one radio.',
    body: GuestNetworkRequest,
    reply: GuestNetworkState,
    errors: { 400: 'There is no radio, none can run another network, or the name is that of the home’s network' },
  }),
  disable: del('/wifi/guest', {
    tag,
    summary: 'Remove the guest network',
    description: 'The guests are disconnected. Their entries remain.',
    errors: { 404: 'There is no guest network' },
  }),
}
