import { z } from 'zod'

/** The output of `iw` about radios, as clients read it: contract 9.8. */

const texts = (description: string) => z.array(z.string()).readonly().meta({ description })
const text = (description: string) => z.string().meta({ description })
const number = (description: string) => z.number().meta({ description })

const Band = z.object({
  band: text('`Band 1` is 2.4 GHz, `Band 2` 5 GHz, `Band 4` 6 GHz'),
  frequencies: texts('Channels, such as `5260 MHz [52] (20.0 dBm) (radar detection)`'),
  bitrates: texts('Bit rates without 802.11n'),
  capabilities: texts('Of 802.11n: the bit field, and its meaning').optional(),
  vht_capabilities: texts('Of 802.11ac: the bit field, and its meaning').optional(),
  he_phy_capabilities: texts('Of 802.11ax (wifi 6): the bit field, and its meaning').optional(),
  eht_phy_capabilities: texts('Of 802.11be (wifi 7): the bit field, and its meaning').optional(),
})

export const IwRadio = z
  .object({
    wiphy: text('The name of the radio in the kernel'),
    wiphy_index: number('Its number in the kernel'),
    max_scan_ssids: number('Networks that one scan can look for by name'),
    supported_ciphers: texts('Ciphers, such as `GCMP-128 (00-0f-ac:8)`'),
    supported_interface_modes: texts('Modes of its links; an access point needs `AP/VLAN`'),
    device_supports: texts('Other features'),
    valid_interface_combinations: texts('Combinations of links that it can have at the same time'),
    bands: z.array(Band).readonly().meta({ description: 'Its bands, with their channels' }),
  })
  .meta({ id: 'IwRadio' })

export const IwInterfaces = z.record(z.string(), z.record(z.string(), z.record(z.string(), z.string()))).meta({
  example: {
    phy0: {
      wlan0: { ifindex: '3', wdev: '0x1', addr: '02:00:00:00:00:00', type: 'AP', ssid: 'Home', txpower: '20.00 dBm' },
    },
  },
})

export const IwNetwork = z
  .object({
    bssid: text('The address of the access point'),
    interface: text('The link that found it'),
    freq: number('MHz'),
    ssid: text('The name of the network; empty where it is hidden'),
    capability: text('The capabilities in its beacons'),
    authentication_suites: text('How stations authenticate, such as `PSK SAE`; empty for an open network'),
    pairwise_ciphers: text('Ciphers of frames'),
    signal_dbm: number('dBm'),
    last_seen_ms: number('Milliseconds since it was last received'),
    primary_channel: number('The number of its primary channel'),
    beacon_interval_tus: number('Time units of 1,024 µs between its beacons'),
  })
  .meta({ id: 'IwNetwork' })

export const IwRules = z
  .object({
    country: text('The country, of ISO 3166-1; `00` for what is permitted everywhere'),
    dfs: text('Radar rules in force: `DFS-ETSI`, `DFS-FCC`, `DFS-JP` or `DFS-UNSET`'),
    bands: z
      .array(
        z.object({
          start: number('MHz'),
          end: number('MHz'),
          max_bandwidth: number('MHz'),
          dbm: number('Maximum power in dBm'),
          flags: texts('Such as `DFS`, `NO-OUTDOOR`, `NO-IR`'),
        }),
      )
      .readonly()
      .meta({ description: 'What is permitted, by frequency' }),
  })
  .meta({ id: 'IwRules', example: { country: 'DE', dfs: 'DFS-ETSI', bands: [] } })
