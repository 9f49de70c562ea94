import { Refused } from '../../errors.ts'
import type { Credentials } from '../../features/tls/credentials.ts'
import type { Entrance } from '../../servers/http/listen/entrance.ts'
import type { Vault } from '../../store/vault.ts'
import type { Driver, Items } from '../driver.ts'

/** The one certificate that is shown, with its sealed key. */
interface CertificateItem extends Credentials {
  readonly kind: 'certificate'
}

export interface EntranceDriver extends Driver<CertificateItem> {
  /** From now on there is a server to answer. Resolves when its entrance is as the Network says, or has failed to be. */
  attach(entrance: Pick<Entrance, 'show'>): Promise<void>
}

/**
 * Opens and closes HTTPS with the certificate in the Network. Until the server is there, what it will have to show is noted.
 * A port that is taken is refused while somebody asks for it, and tried again when nobody does.
 */
export function entranceDriver(vault: Pick<Vault, 'open'>): EntranceDriver {
  let entrance: Pick<Entrance, 'show'> | undefined
  let shown: CertificateItem | undefined

  async function show(item: CertificateItem | undefined): Promise<void> {
    shown = undefined
    try {
      await entrance?.show(item && { certificate: item.certificate, key: vault.open(item.key) })
    } catch (cause) {
      throw new Refused(`HTTPS cannot be answered: ${wordsOf(cause)}`, { cause })
    }
    shown = item
  }

  return {
    name: 'entrance',
    frame: ({ credentials }) => itemsOf(credentials && { kind: 'certificate', ...credentials }),
    member: () => new Map(),
    read: async () => itemsOf(shown),
    async apply(steps) {
      for (const { value } of steps) await show(value)
      return []
    },
    async attach(opened) {
      entrance = opened
      await show(shown)
    },
  }
}

const itemsOf = (item: CertificateItem | undefined): Items<CertificateItem> => new Map(item ? [[item.kind, item]] : [])

const wordsOf = (cause: unknown): string =>
  cause instanceof Error && 'code' in cause && cause.code === 'EADDRINUSE'
    ? 'another program has its port'
    : String(cause instanceof Error ? cause.message : cause)
