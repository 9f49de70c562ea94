import { isDeepStrictEqual } from 'node:util'
import { leaseConflictOf } from '../../model/internet/connection/address.ts'
import { additionalNets } from '../../model/internet/links/address.ts'
import type { Change, Facts } from '../../store/facts.ts'
import type { Subnet } from '../../values/subnet.ts'
import type { UplinkLease, UplinkState } from '../tables.ts'

interface Deps {
  readonly facts: Facts
  readonly change: Change
  /** The networks of the home. */
  readonly nets: () => readonly Subnet[]
  readonly onFailure: (what: string, error: unknown) => void
}

/** Stores the leases and states that the programs of uplinks report. Failures are reported. */
export function uplinkReports({ facts, change, nets, onFailure }: Deps) {
  const storeChecked = async (link: string, lease: UplinkLease | undefined): Promise<void> => {
    await change((draft) => (lease ? draft.uplinkLeases.put(link, lease) : draft.uplinkLeases.remove(link)))
    const additional = additionalNets(facts.interfaces.values()).map(({ net }) => net)
    const conflict = lease && leaseConflictOf(lease, [...nets(), ...additional])
    if (conflict) throw new Error(`${lease.address} ${conflict}`)
  }
  const storeLease = (link: string, lease: UplinkLease | undefined): Promise<void> =>
    storeChecked(link, lease).catch((error) => onFailure(`the address of ${link} cannot be used`, error))

  const storeState = async (link: string, state: UplinkState | undefined): Promise<void> => {
    if (isDeepStrictEqual(facts.uplinkStates.get(link), state)) return
    await change((draft) => (state ? draft.uplinkStates.put(link, state) : draft.uplinkStates.remove(link)))
  }

  return {
    /** The lease of a DHCP client, or undefined after its end. */
    lease: storeLease,
    /** The address of a PPP session, or undefined after its end. Nothing changes at the end of a session without an address. */
    async sessionLease(link: string, lease: UplinkLease | undefined): Promise<void> {
      if (lease || facts.uplinkLeases.has(link)) await storeLease(link, lease)
    },
    state: (link: string, state: UplinkState | undefined): void =>
      void storeState(link, state).catch((error) => onFailure(`the state of ${link} cannot be kept`, error)),
  }
}
