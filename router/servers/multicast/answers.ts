import { MDNS } from '../../model/firewall/multicast/settings.ts'
import type { DecodedDatagram } from '../../wire/ethernet.ts'
import { readMdns } from '../../wire/mdns.ts'
import { claims } from './answer.ts'
import type { DiscoveryProtocol } from './listening.ts'
import { permittedMdns } from './mdns.ts'
import type { NameOwner, Names } from './names.ts'
import { permittedSsdp } from './ssdp.ts'
import { permittedWsDiscovery } from './wsdiscovery.ts'

/**
 * What a unicast answer may send to the device that has asked: the same as an announcement of the sender. Empty if nothing, or if it is
 * no answer in this protocol. `ownName` is the router's name below `.local`, which no device may claim.
 */
export function permittedAnswer(
  protocol: DiscoveryProtocol,
  { payload, sourcePort }: Pick<DecodedDatagram, 'payload' | 'sourcePort'>,
  sender: NameOwner,
  names: Names,
  ownName: string,
): Uint8Array[] {
  switch (protocol) {
    case 'mDNS': {
      const bytes = Buffer.from(payload)
      const message = sourcePort === MDNS.port ? readMdns(bytes) : undefined
      const isAnswer = message?.isResponse && !claims(message, ownName)
      return isAnswer ? permittedMdns(bytes, message, sender, names, { isLegacy: true }) : []
    }
    case 'SSDP':
      return permittedSsdp(payload, sender, names)?.kind === 'answer' ? [payload] : []
    case 'WS-Discovery': {
      const message = permittedWsDiscovery(payload, sender, names)
      return message?.kind === 'answer' ? [message.payload] : []
    }
  }
}
