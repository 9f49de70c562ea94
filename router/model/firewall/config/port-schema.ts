import { z } from 'zod'
import { schemaPhrase } from '../../../phrases/phrase.ts'
import { padded } from '../../../values/text.ts'
import { PORT_SOURCE, parsePorts } from './port.ts'

const PORTS_RULE = schemaPhrase('firewall.ports')

/** A port, a range, or any. */
export const Ports = z
  .string()
  .regex(padded(`([aA][nN][yY]|${PORT_SOURCE}|0{1,5}-${PORT_SOURCE}|${PORT_SOURCE}-${PORT_SOURCE})?`), PORTS_RULE)
  .trim()
  .toLowerCase()
  .refine((text) => parsePorts(text) !== undefined, PORTS_RULE)
  .meta({ example: '8000-8100', 'x-rule': 'The first port of a range is not greater than the last' })

/** One port. */
export const Port = z
  .string()
  .regex(padded(PORT_SOURCE), schemaPhrase('field.portNumber'))
  .overwrite((text) => (/^\s*\d+\s*$/.test(text) ? String(Number(text)) : text))
  .meta({ description: 'The port of the router, 1 to 65535', example: '8080' })
