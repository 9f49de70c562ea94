import type { Addressing } from '../guests/addresses.ts'
import type { Accelerator } from '../vm/boot.ts'
import type { Parts } from '../vm/parts.ts'

/** The first message of the outer process to the inner one. */
export interface Opening {
  readonly base: string
  readonly uplink: Addressing
  readonly unset: boolean
  readonly quiet: boolean
  readonly password: string
  /** Wireless devices join over simulated radios. */
  readonly simulatedRadios: boolean
}

/** The same for a home in a virtual machine. */
export interface GuestOpening extends Opening {
  readonly parts: Parts
  readonly accelerator: Accelerator
  /** The file that is its disk, with the saved state. */
  readonly disk: string
}

/** The messages of the inner process to the outer one. */
export type Report = { readonly progress: string } | { readonly ready: true } | { readonly failed: string }

/** A running home, as saved for `sallyport home`. */
export interface Running {
  /** The ID of the first process inside, on this machine. */
  readonly inside: number
  readonly trueRoot: boolean
  /** Its devices are in a virtual machine. */
  readonly isVirtual: boolean
  readonly port: number
}

/** The name of the machine in the internet that can connect to the VPN of a home. */
export const ROAD_WARRIOR = 'roadwarrior'
