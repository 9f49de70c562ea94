import type { Bus } from '../../../events/bus.ts'
import type { Clock } from '../../../machine/machine.ts'
import type { Facts } from '../../../store/facts.ts'
import { addressOf } from './address.ts'
import { openRepeats } from './repeats.ts'

const WITHIN_MS = 600_000
const MOST_KEYS = 1024

interface Deps {
  readonly bus: Bus
  readonly clock: Clock
  readonly facts: Pick<Facts, 'devices'>
}

/** Publishes `auth:repeated`, `wifi:auth:repeated` and `dns:block:repeated`: what happens again and again within ten minutes. */
export function watchRepeated({ bus, clock, facts }: Deps): Disposable {
  const within = (count: number) => openRepeats({ clock, count, withinMs: WITHIN_MS, mostKeys: MOST_KEYS })
  const [signIns, stations, blocked] = [within(5), within(5), within(100)]
  const stack = new DisposableStack()
  stack.use(
    bus.subscribe('auth:failure', ({ type, name = '', username = name, ip: peer }) => {
      const ip = addressOf(peer)
      const repeat = signIns.add(ip)
      if (repeat) bus.publish('auth:repeated', { type, name, username, ip, ...repeat })
    }),
  )
  stack.use(
    bus.subscribe('wifi:auth:fail', ({ MAC, Iface, Type, Cause }) => {
      const repeat = stations.add(MAC)
      const Name = facts.devices.get(MAC)?.Name ?? ''
      if (repeat) bus.publish('wifi:auth:repeated', { MAC, Name, Iface, Type, Cause, ...repeat })
    }),
  )
  stack.use(
    bus.subscribe('dns:block:event', ({ ClientIP, Name }) => {
      const repeat = blocked.add(`${ClientIP} ${Name}`)
      if (repeat) bus.publish('dns:block:repeated', { ClientIP, Name, ...repeat })
    }),
  )
  return stack
}
