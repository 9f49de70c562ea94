import packet from 'dns-packet'
import type { Classification } from '../../../router/model/home/kinds/contract.ts'
import type { Signals } from '../../../router/model/home/kinds/signals.ts'
import type { HouseholdDevice } from '../../guests/device.ts'
import type { Router } from '../../guests/router.ts'

export const MDNS = '224.0.0.251:5353'

/** A multicast DNS announcement of a service of this type. */
export const announcement = (type: string, texts: readonly string[]): Buffer =>
  packet.encode({
    type: 'response',
    flags: packet.AUTHORITATIVE_ANSWER,
    answers: [
      { type: 'SRV', name: `x.${type}.local`, ttl: 120, data: { port: 631, target: 'x.local' } },
      { type: 'TXT', name: `x.${type}.local`, ttl: 4500, data: [...texts] },
    ],
  })

export const base = '/plugins/lookup/classification'

export const kindOf = (router: Router, { mac }: HouseholdDevice) =>
  router.api(`${base}/${mac}`) as Promise<Classification>

export const signalsOf = (router: Router, { mac }: HouseholdDevice) =>
  router.api(`${base}/${mac}/signals`) as Promise<Signals>
