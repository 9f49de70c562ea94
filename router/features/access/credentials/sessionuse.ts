import type { Core } from '../../../core.ts'
import type { KeptSession } from '../../../model/access/credentials/session.ts'

const SAVE_AFTER_SECONDS = 3600
/** Entries of ended sessions are deleted beyond this number. */
const MOST = 64

export type Use = Pick<KeptSession, 'LastUsed' | 'Address'>

/** When and from where each session was last used. */
export interface SessionUse {
  /** Records a use now. */
  note(key: string, address: string): void
  /** The last use of a stored session. */
  of(key: string, session: Use): Use
}

type Deps = Pick<Core, 'facts' | 'change' | 'clock' | 'onFailure'>

/** Uses are held in memory and saved once an hour, so that calls cost no write to the disk. */
export function openSessionUse({ facts, change, clock, onFailure }: Deps): SessionUse {
  /** `tried`: when it was last to be saved, in Unix seconds. */
  const latest = new Map<string, Use & { readonly tried: number }>()

  async function save(key: string, use: Use): Promise<void> {
    await change((draft) => {
      const session = draft.sessions.get(key)
      if (session) draft.sessions.put(key, { ...session, ...use })
    })
  }

  return {
    note(key, Address) {
      const LastUsed = Math.floor(clock.now() / 1000)
      const before = latest.get(key)
      if (before?.LastUsed === LastUsed && before.Address === Address) return
      const tried = Math.max(before?.tried ?? 0, facts.sessions.get(key)?.LastUsed ?? 0)
      const isDue = LastUsed - tried >= SAVE_AFTER_SECONDS
      latest.set(key, { LastUsed, Address, tried: isDue ? LastUsed : tried })
      if (isDue)
        save(key, { LastUsed, Address }).catch((error) => onFailure('the last use of a session is not saved', error))
      if (latest.size > MOST) for (const one of latest.keys()) if (!facts.sessions.has(one)) latest.delete(one)
    },
    of(key, session) {
      const { LastUsed, Address } = latest.get(key) ?? session
      return { LastUsed, Address }
    },
  }
}
