import type { Draft } from '../../../store/facts.ts'

/** Deletes the PPPoE session of a link that gets another purpose. Without one, nothing changes. */
export function endSession(draft: Draft, link: string): void {
  const session = draft.ppps.get(link)
  if (!session) return
  draft.ppps.remove(link)
  draft.interfaces.remove(session.PPPIface)
  draft.uplinkLeases.remove(session.PPPIface)
}
