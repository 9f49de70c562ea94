import { Invalid, NotFound } from '../../../errors.ts'
import { MASK } from '../../../model/home/devices/device.ts'
import { type InterfaceConfig, uplinkLink, withoutEmpty } from '../../../model/internet/links/interface.ts'
import { isLinkName } from '../../../model/internet/links/linkname.ts'
import { configurable } from '../../../model/internet/links/purpose.ts'
import type { PppIface, PppStatus, ppp } from '../../../model/internet/ppp/contract.ts'
import { carrierOf, type Ppp, type PppState } from '../../../model/internet/ppp/ppp.ts'
import type { Handlers } from '../../../model/operation.ts'
import { demandUnchanged } from '../../../model/sentback.ts'
import { phrase } from '../../../phrases/phrase.ts'
import type { Draft, Facts } from '../../../store/facts.ts'
import type { Guard } from '../../access/confirm/confirmation.ts'

/** `stateOf` returns the state of a session by its link; undefined if it has not been started. */
export function pppHandlers(
  facts: Facts,
  guard: Guard,
  stateOf: (link: string) => PppState | undefined,
): Handlers<typeof ppp> {
  const rows = (): Ppp[] => [...facts.ppps.values()].sort((a, b) => (a.Iface < b.Iface ? -1 : 1))
  const isEnabled = ({ Iface, PPPIface }: Ppp): boolean =>
    [Iface, PPPIface].every((link) => facts.interfaces.get(link)?.Enabled === true)

  return {
    list() {
      const PPPs = rows().map((row) => ({ ...row, Enabled: isEnabled(row), Secret: row.Secret ? MASK : '' }))
      if (PPPs.length === 0) throw new NotFound(phrase('internet.noPppoeSession'))
      return { PPPs }
    },

    async configure({ body, ...request }) {
      await guard({ ...request, what: `PUT /uplink/ppp ${body.Iface}` }, (draft) => {
        const before = draft.ppps.get(body.Iface)
        const carrier = configurable({ interfaces: draft.interfaces, links: facts.links }, body.Iface, 'Iface')
        demandCarrier(carrier)
        const PPPIface = before?.PPPIface ?? freeName(draft, facts)
        demandUnchanged({ PPPIface }, body, ['PPPIface'])
        const row: Ppp = {
          Iface: body.Iface,
          PPPIface,
          Username: body.Username,
          Secret: secretOf(body, before),
          VLAN: body.VLAN ?? before?.VLAN ?? '',
          MTU: body.MTU ?? before?.MTU ?? '',
        }
        demandFree(carrierOf(row), draft, row)
        const uplink = draft.interfaces.get(PPPIface)
        const Enabled = body.Enabled ?? uplink?.Enabled ?? true
        draft.ppps.put(body.Iface, row)
        draft.interfaces.put(PPPIface, { ...(uplink ?? { Name: PPPIface, Type: 'Uplink', Subtype: 'ppp' }), Enabled })
        // Clients save a disabled session of an uplink that is in use.
        if (!Enabled) return
        draft.interfaces.put(body.Iface, asCarrier(body.Iface, carrier))
        if (carrier?.Type === 'Uplink') draft.uplinkLeases.remove(uplinkLink(carrier))
      })
    },

    status: () =>
      rows().map((row) => statusOf(row, isEnabled(row) ? (stateOf(row.PPPIface) ?? STARTING) : DISABLED, facts)),
  }
}

const STARTING: PppState = { state: 'connecting', reason: 'connecting to the provider', since: 0 }
const DISABLED = { state: 'disabled', reason: 'disabled', since: 0 } as const

function statusOf(
  { Iface, PPPIface }: Ppp,
  { state, reason, since }: PppState | typeof DISABLED,
  facts: Facts,
): PppStatus {
  const lease = facts.uplinkLeases.get(PPPIface)
  return {
    Iface,
    PPPIface,
    State: state,
    Reason: reason,
    Since: Math.floor(since / 1000),
    Address: lease?.address.split('/')[0] ?? '',
    Gateway: lease?.router ?? '',
    DNS: [...(lease?.dns ?? [])],
    MTU: lease?.mtu ?? 0,
  }
}

/** Throws `Invalid` for a link that is in use at home, and for a session, which cannot carry another. */
function demandCarrier(link: InterfaceConfig | undefined): void {
  if (link?.Type === 'AP' || link?.Type === 'Downlink')
    throw new Invalid(phrase('internet.linkOfHome', link.Name), 'Iface')
  if (link?.Subtype === 'ppp') throw new Invalid(phrase('internet.linkOfPppoe', link.Name), 'Iface')
  if (link?.Subtype === 'wifi') throw new Invalid(phrase('internet.uplinkOverWifi', link.Name), 'Iface')
}

/** Throws `Invalid` if the tagged link cannot exist, or is configured as another link. */
function demandFree(carrier: string, draft: Draft, { Iface }: Ppp): void {
  if (carrier === Iface) return
  if (!isLinkName(carrier)) throw new Invalid(phrase('internet.linkNameTooLong', carrier), 'VLAN')
  if (draft.interfaces.get(carrier)) throw new Invalid(phrase('internet.carrierConfigured', carrier), 'VLAN')
}

function secretOf({ Secret }: PppIface, before: Ppp | undefined): string {
  if (Secret !== MASK) return Secret ?? before?.Secret ?? ''
  if (before) return before.Secret
  throw new Invalid(phrase('internet.noStoredPppoePassword', MASK), 'Secret')
}

/** The first name that neither the owner's settings nor the kernel have. */
function freeName(draft: Draft, { links }: Facts): string {
  for (let number = 0; ; number++) {
    const name = `ppp${number}`
    if (!draft.interfaces.get(name) && !links.has(name)) return name
  }
}

/** A link without addresses. It keeps its hardware address, which some providers check. */
const asCarrier = (Name: string, before: InterfaceConfig | undefined): InterfaceConfig =>
  withoutEmpty({
    Name,
    Type: 'Other',
    Subtype: 'pppup',
    Enabled: true,
    MACOverride: before?.MACOverride,
    MACRandomize: before?.MACRandomize,
  })

/** Deletes the PPPoE session of a link that gets another purpose. Without one, nothing changes. */
export function endSession(draft: Draft, link: string): void {
  const session = draft.ppps.get(link)
  if (!session) return
  draft.ppps.remove(link)
  draft.interfaces.remove(session.PPPIface)
  draft.uplinkLeases.remove(session.PPPIface)
}
