import type { z } from 'zod'
import { count, fields, text, topic } from '../topic.ts'
import { WifiFailure } from './admission/failure.ts'
import { FailedJoin } from './admission/report.ts'

const MAC = text('MAC address of the station')
const Iface = text('Link, with its name in the kernel')
const Router = text('The mesh router that reported it; empty for this one')
const Status = text('Result for the caller that reported it')

const StationEvent = fields({ Iface, Event: text('The event of hostapd'), MAC, Status, Router })
export type StationEvent = z.output<typeof StationEvent>

/** Stations and radios. */
export const wifiTopics = {
  'wifi:auth:success': topic('A station has proved its passphrase.', StationEvent),
  'wifi:auth:fail': topic(
    'A station could not connect.',
    fields({
      Iface,
      Type: FailedJoin.shape.Type,
      MAC,
      Reason: FailedJoin.shape.Reason,
      Status,
      Router,
      Cause: WifiFailure.shape.Cause,
    }),
  ),
  'wifi:auth:repeated': topic(
    'Within ten minutes, a station has failed to connect five times, or 20 stations have failed. At most once in ten minutes for each station, and five times for each interface.',
    fields({
      MAC,
      Name: text('Name of the device; empty for an unknown one'),
      Iface,
      Type: FailedJoin.shape.Type,
      Cause: WifiFailure.shape.Cause,
      Count: count('Number of failures'),
      Seconds: count('Time between the first and the last of them'),
      Sources: count('Number of different stations: 1, or 20'),
    }),
  ),
  'wifi:station:disconnect': topic('A station has left.', StationEvent),
  'wifi:radio:state': topic(
    'The state of an access point has changed.',
    fields({
      Iface,
      State: text('As in `GET /wifi/radios`; `channel` when its channel has changed'),
      Reason: text('Why it does not work; empty otherwise'),
    }),
  ),
  'wifi:radio:radar': topic(
    'Radar was detected on the channel of an access point, which leaves it.',
    fields({ Iface, Channel: count('The channel'), Frequency: count('Its frequency in MHz') }),
  ),
}
