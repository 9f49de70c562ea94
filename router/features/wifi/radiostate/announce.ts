import type { Bus } from '../../../events/bus.ts'
import type { RadioEvent } from '../../../model/wifi/radios/accesspoint.ts'
import { channelOf } from '../../../model/wifi/radios/channel.ts'

/** Publishes what happens to access points. */
export function announceRadios(radio: { listen(listener: (event: RadioEvent) => void): void }, bus: Bus): void {
  radio.listen((event) => {
    if (event.kind === 'state')
      bus.publish('wifi:radio:state', { Iface: event.radio, State: event.state, Reason: event.reason })
    if (event.kind !== 'event' || event.network !== event.radio) return
    const { kind } = event.event
    if (kind === 'radar check' || kind === 'channel')
      bus.publish('wifi:radio:state', { Iface: event.radio, State: kind, Reason: '' })
    if (event.event.kind !== 'radar') return
    const { frequency: Frequency } = event.event
    bus.publish('wifi:radio:radar', { Iface: event.radio, Frequency, Channel: channelOf(Frequency)?.channel ?? 0 })
  })
}
