import type { Core } from '../../../core.ts'
import type { Auth } from '../../../model/access/admission.ts'
import { vaultWith } from '../../../store/vault.ts'
import { openProofs } from '../credentials/proofs.ts'
import { openAuth } from './auth.ts'

/** Who may make a call while the saved state cannot be read: every caller counts as one from an uplink. */
export const authWithoutState = ({ facts, bus, clock }: Pick<Core, 'facts' | 'bus' | 'clock'>): Auth =>
  openAuth({ facts, bus, clock, proofs: openProofs({ facts, clock, vault: vaultWith() }), isFromUplink: () => true })
