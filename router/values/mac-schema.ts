import { z } from 'zod'
import { schemaPhrase } from '../phrases/phrase.ts'
import { MAC_SOURCE, macOf, UNICAST_SOURCE } from './mac.ts'
import { padded } from './text.ts'

const given = z.string().regex(padded(MAC_SOURCE), schemaPhrase('field.macAddress'))

/** Any MAC address as six bytes. All common notations are accepted and normalised to lower case and colons. */
export const AnyMac = given.overwrite(macOf).meta({ example: '02:11:22:33:44:55' })

/**
 * The MAC address of one device. Group, broadcast and zero addresses are refused: no device can own one, and the zero address
 * is a wildcard in hostapd's password files.
 */
export const UnicastMac = given
  .regex(padded(UNICAST_SOURCE), schemaPhrase('field.unicastMac'))
  .overwrite(macOf)
  .meta({ example: '02:11:22:33:44:55' })
export type UnicastMac = z.infer<typeof UnicastMac>
