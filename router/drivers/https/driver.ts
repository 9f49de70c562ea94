import { Refused } from '../../errors.ts'
import type { SealedCertificate } from '../../model/machine/tls/credentials.ts'
import { phrase } from '../../phrases/phrase.ts'
import type { TlsListener } from '../../servers/http/listen/tlslistener.ts'
import type { Vault } from '../../store/vault.ts'
import type { Driver, Items } from '../driver.ts'

/** The certificate of the server, with its sealed key. */
interface CertificateItem extends SealedCertificate {
  readonly kind: 'certificate'
}

export interface HttpsDriver extends Driver<CertificateItem> {
  /** Sets the listener. Resolves when it has the certificate of the Network; throws `Refused` if it cannot be opened. */
  attach(opened: Pick<TlsListener, 'use'>): Promise<void>
}

/**
 * Opens and closes HTTPS with the certificate in the Network. Before `attach` the certificate is only stored.
 * If the port is in use, the change that needs it is refused; otherwise opening it is retried.
 */
export function httpsDriver(vault: Pick<Vault, 'open'>): HttpsDriver {
  let listener: Pick<TlsListener, 'use'> | undefined
  let shown: CertificateItem | undefined

  async function show(item: CertificateItem | undefined): Promise<void> {
    shown = undefined
    try {
      await listener?.use(item && { certificate: item.certificate, key: vault.open(item.key) })
    } catch (cause) {
      throw new Refused(phrase('machine.httpsUnavailable', messageOf(cause)), { cause })
    }
    shown = item
  }

  return {
    name: 'https',
    frame: ({ credentials }) => itemsOf(credentials && { kind: 'certificate', ...credentials }),
    member: () => new Map(),
    read: async () => itemsOf(shown),
    async apply(steps) {
      for (const { value } of steps) await show(value)
      return []
    },
    async attach(opened) {
      listener = opened
      await show(shown)
    },
  }
}

const itemsOf = (item: CertificateItem | undefined): Items<CertificateItem> => new Map(item ? [[item.kind, item]] : [])

const messageOf = (cause: unknown): string =>
  cause instanceof Error && 'code' in cause && cause.code === 'EADDRINUSE'
    ? 'another program has its port'
    : String(cause instanceof Error ? cause.message : cause)
