import { Refused } from '../../errors.ts'
import type { Credentials } from '../../features/tls/credentials.ts'
import type { Entrance } from '../../servers/http/listen/entrance.ts'
import type { Vault } from '../../store/vault.ts'
import type { Driver, Items, Step } from '../driver.ts'

const KEY = 'certificate'

export interface EntranceDriver extends Driver {
  /** From now on there is a server to answer. Resolves when its entrance is as the Network says, or has failed to be. */
  attach(entrance: Pick<Entrance, 'show'>): Promise<void>
}

/**
 * Opens and closes HTTPS with the certificate in the Network. Until the server is there, what it will have to show is noted.
 * A port that is taken is refused while somebody asks for it, and tried again when nobody does.
 */
export function entranceDriver(vault: Pick<Vault, 'open'>): EntranceDriver {
  let entrance: Pick<Entrance, 'show'> | undefined
  let shown: Items = new Map()

  async function show(items: Items): Promise<void> {
    const text = items.get(KEY)
    const credentials = text === undefined ? undefined : (JSON.parse(text) as Credentials)
    shown = new Map()
    try {
      await entrance?.show(credentials && { certificate: credentials.certificate, key: vault.open(credentials.key) })
    } catch (cause) {
      throw new Refused(`HTTPS cannot be answered: ${wordsOf(cause)}`, { cause })
    }
    shown = items
  }

  return {
    name: 'entrance',
    frame: ({ credentials }) => new Map(credentials ? [[KEY, JSON.stringify(credentials)]] : []),
    member: () => new Map(),
    read: async () => shown,
    async apply(steps: readonly Step[]) {
      for (const { key, value } of steps) await show(new Map(value === undefined ? [] : [[key, value]]))
      return []
    },
    async attach(opened) {
      entrance = opened
      await show(shown)
    },
  }
}

const wordsOf = (cause: unknown): string =>
  cause instanceof Error && 'code' in cause && cause.code === 'EADDRINUSE'
    ? 'another program has its port'
    : String(cause instanceof Error ? cause.message : cause)
