import type { z } from 'zod'
import type { PppIface } from '../../../../router/model/internet/ppp/contract.ts'

/** The fields of the form. */
export interface PppoeFields {
  readonly username: string
  /** Empty: the saved one is kept. */
  readonly password: string
  readonly vlan: string
  readonly mtu: string
}

/** The request for a port. A password is sent only if one was typed: without it, the saved one is kept. */
export function requestOfPppoe(
  Iface: string,
  { username, password, vlan, mtu }: PppoeFields,
): z.input<typeof PppIface> {
  const fields = { Iface, Enabled: true, Username: username.trim(), VLAN: vlan.trim(), MTU: mtu.trim() }
  return password === '' ? fields : { ...fields, Secret: password }
}

interface Saved {
  readonly Username: string
  readonly VLAN: string
  readonly MTU: string
}

/** What is saved, as the form has it; without a session, empty but for the tag that the port has already. */
export const savedPppoeFields = (saved: Saved | null, tag: string): PppoeFields => ({
  username: saved?.Username ?? '',
  password: '',
  vlan: saved?.VLAN ?? tag,
  mtu: saved?.MTU ?? '',
})
