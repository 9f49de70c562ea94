import type { Core } from '../../../core.ts'
import { Invalid, Locked, Unavailable } from '../../../errors.ts'
import type { Bus } from '../../../events/bus.ts'
import { customNets } from '../../../model/firewall/config/configrule.ts'
import { identityOf, isPublicKey } from '../../../model/home/devices/device.ts'
import type { DhcpRequest, DhcpResponse, dhcpSocket, subnet } from '../../../model/home/dhcp/contract.ts'
import type { Granted, GrantResult, LeaseRequest } from '../../../model/home/dhcp/grant.ts'
import { revisedSubnet } from '../../../model/home/dhcp/revision.ts'
import { safeHostName, safeText } from '../../../model/home/dhcp/text.ts'
import { additionalNets } from '../../../model/internet/links/address.ts'
import type { Handlers } from '../../../model/operation.ts'
import { pluginNets } from '../../../model/plugins/installed/plugin.ts'
import { tunnelNets } from '../../../model/vpn/tunnels/check.ts'
import { phrase } from '../../../phrases/phrase.ts'
import { formatDuration } from '../../../values/duration.ts'
import { isUnicastMac } from '../../../values/mac.ts'
import type { Guard } from '../../access/confirm/confirmation.ts'
import { uplinkNets } from '../../internet/links/uplinknets.ts'
import { announceDevice } from '../devices/announce.ts'
import { type Grants, SECONDS_A_GRANT } from './grants.ts'
import { moveHome, type Resettled } from './resettle.ts'

export function subnetHandlers({ facts, bus }: Pick<Core, 'facts' | 'bus'>, guard: Guard): Handlers<typeof subnet> {
  return {
    read: () => facts.setting('subnet'),
    async update({ body, ...request }) {
      let moved: readonly Resettled[] = []
      await guard({ ...request, what: 'PUT /subnetConfig' }, (draft) => {
        const taken = [
          ...uplinkNets(facts),
          ...additionalNets(facts.interfaces.values()),
          ...customNets(facts.customInterfaces.values()),
          ...pluginNets(facts.plugins.values()),
          ...tunnelNets(facts.tunnels.values()),
        ]
        moved = moveHome(draft, revisedSubnet(draft.setting('subnet'), body, taken))
      })
      for (const { before, after } of moved) announceDevice({ bus, facts }, before, after)
      return facts.setting('subnet')
    },
  }
}

export function dhcpSocketHandlers({ grants, bus }: { grants: Grants; bus: Bus }): Handlers<typeof dhcpSocket> {
  const reserve = ({ body }: { body: { Identifier: string } }): DhcpResponse => {
    const identity = identityOf(body.Identifier)
    if (!isUnicastMac(identity) && !isPublicKey(identity))
      throw new Invalid(phrase('home.macOrPublicKey'), 'Identifier')
    const ip = grants.reserve(identity)
    if (ip === undefined) throw new Invalid(phrase('home.addressesExhausted'))
    return response(identity, grants.terms(ip))
  }
  return {
    reserve,
    reserveAbstract: reserve,
    request: async ({ body }) => response(body.MAC, demand(await grants.grant(askOf(body)))),
    async update({ body: { MAC, Iface, Name, IP } }) {
      grants.claim(MAC, IP)
      const ask = askOf({ MAC, Iface, Name })
      const { routerIp } = demand(await grants.grant(ask, IP))
      bus.publish('dhcp:update', { IP, MAC, Name: ask.hostName, Iface, Router: routerIp })
    },
  }
}

const response = (identity: string, granted: Granted): DhcpResponse => ({
  Identifier: identity,
  IP: granted.ip,
  RouterIP: granted.routerIp,
  DNSIP: granted.dnsIp,
  LeaseTime: formatDuration(granted.leaseSeconds),
})

function demand(answer: GrantResult): Granted {
  if ('granted' in answer) return answer.granted
  if (answer.refused === 'too often') throw new Locked(phrase('home.leaseRequestsThrottled'), SECONDS_A_GRANT)
  if (answer.refused === 'busy' || answer.refused === 'change failed')
    throw new Unavailable(phrase('home.leaseUnavailable', answer.refused))
  throw new Invalid(phrase('home.leaseRefused', answer.refused))
}

function askOf(body: DhcpRequest): LeaseRequest {
  const bytes = (text: string | null | undefined): Uint8Array => new TextEncoder().encode(text ?? '')
  return {
    mac: body.MAC,
    link: body.Iface,
    hostName: safeHostName(bytes(body.Name)),
    identifier: safeText(bytes(body.Identifier || body.MAC)),
    parameters: safeText(bytes(body.ParamReqList)),
    vendorClass: safeText(bytes(body.VendorClass)),
  }
}
