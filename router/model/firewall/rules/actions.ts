import type { ActionKind, Destination } from './pfwrule.ts'

type Place = Destination['Place']
const ANYWHERE: readonly Place[] = ['internet', 'home', 'anywhere', 'listed']
const OUTSIDE: readonly Place[] = ['internet', 'listed']

/** What the kinds of actions have in common. */
interface ActionTraits {
  /**
   * It only takes something from a device, so that the rule may apply to a deleted device that is added again. Other kinds would permit
   * something, or change where its traffic goes, without a new decision of the owner.
   */
  readonly restricts: boolean
  /** Where the destinations of packets may be; none if the action is not about packets. */
  readonly places: readonly Place[]
  /** Some ports may be chosen. */
  readonly hasPorts: boolean
  /** The devices are in a set of the firewall; the action has no effect on the devices themselves. */
  readonly hasSet: boolean
}

const onDevices = (restricts: boolean): ActionTraits => ({ restricts, places: [], hasPorts: false, hasSet: false })

export const ACTIONS: Readonly<Record<ActionKind, ActionTraits>> = {
  block: { restricts: true, places: ANYWHERE, hasPorts: true, hasSet: true },
  allow: { restricts: false, places: ANYWHERE, hasPorts: true, hasSet: true },
  limit: { restricts: true, places: ['internet', 'anywhere', 'listed'], hasPorts: false, hasSet: true },
  uplink: { restricts: false, places: OUTSIDE, hasPorts: true, hasSet: true },
  redirect: { restricts: false, places: OUTSIDE, hasPorts: true, hasSet: true },
  proxy: { restricts: false, places: OUTSIDE, hasPorts: false, hasSet: true },
  // A routing rule for the devices selects the tunnel.
  tunnel: { restricts: false, places: OUTSIDE, hasPorts: false, hasSet: false },
  dns: onDevices(false),
  services: onDevices(true),
  safesearch: onDevices(true),
  family: onDevices(true),
  tag: onDevices(false),
  group: onDevices(false),
  notify: onDevices(true),
}
