import { z } from 'zod'
import { schemaPhrase } from '../phrases/phrase.ts'

/** Certificates of authorities that may sign a server's certificate, or that certificate itself. `demandCertificates` reads them. */
export const authority = z
  .string()
  .max(65_536, schemaPhrase('field.tooLong', 65_536))
  .regex(/^[\t\n\r -~]*$/u, schemaPhrase('field.pemText'))
  .meta({
    description:
      'Certificates in PEM form of the authorities that may sign the server’s certificate, or that certificate itself; ' +
      'empty for the authorities that the router trusts',
    'x-rule': 'Empty, or certificates in PEM form',
    example: '',
  })
