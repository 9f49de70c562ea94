import { X509Certificate } from 'node:crypto'
import { Invalid } from '../errors.ts'
import { phrase } from '../phrases/phrase.ts'

const BLOCK = /-----BEGIN CERTIFICATE-----[^-]*-----END CERTIFICATE-----/g

/** Throws `Invalid` unless the text is empty or one or more certificates in PEM form. */
export function demandCertificates(text: string, field: string): void {
  if (text.trim() !== '' && !isCertificates(text)) throw new Invalid(phrase('field.pemCertificates'), field)
}

function isCertificates(text: string): boolean {
  const blocks = text.match(BLOCK) ?? []
  if (text.replace(BLOCK, '').trim() !== '') return false
  try {
    for (const block of blocks) new X509Certificate(block)
    return blocks.length > 0
  } catch {
    return false
  }
}
