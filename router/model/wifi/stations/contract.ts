import { z } from 'zod'
import { UnicastMac } from '../../../values/mac-schema.ts'
import { get } from '../../operation.ts'
import { STATION_HISTORY_MINUTES, WifiSample, WifiStation } from './station.ts'

const tag = 'hostapd'

/** Stations as people want to see them. */
export const stations = {
  list: get('/wifi/stations', {
    roles: ['viewer'],
    tag,
    summary: 'Connected stations',
    description:
      'A map from MAC address to station, of all radios, once it has proved a passphrase. Read at most once a second. ' +
      'Empty without a radio.',
    reply: z.record(z.string(), WifiStation).meta({ example: {} }),
  }),
  history: get('/wifi/stations/{mac}/history', {
    roles: ['viewer'],
    tag,
    summary: 'Signal and rates of a station',
    description:
      'Newest first, one sample a minute while it is connected, of the last 12 hours and since the router started. Empty ' +
      'for a station that was not connected.',
    params: { mac: UnicastMac.meta({ description: 'The MAC address of the station' }) },
    query: {
      minutes: z.coerce
        .number()
        .int()
        .min(1)
        .max(STATION_HISTORY_MINUTES)
        .default(STATION_HISTORY_MINUTES)
        .meta({ description: 'Length of the period in minutes, up to now', example: 60 }),
    },
    reply: z.array(WifiSample).meta({ example: [] }),
  }),
}
