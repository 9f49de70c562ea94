import { z } from 'zod'
import { schemaPhrase } from '../../../phrases/phrase.ts'

/** Names that `/proc/sys/net/ipv4/conf` has for all links and for new ones are excluded: the kernel gives them to no link. */
const LINK_NAME = /^(?!(?:all|default)$)[A-Za-z][A-Za-z0-9_-]*(\.[A-Za-z0-9][A-Za-z0-9_-]*)*$/
const LONGEST_NAME = 15
const LINK_RULE = schemaPhrase('internet.linkName')

export const isLinkName = (text: string): boolean => text.length <= LONGEST_NAME && LINK_NAME.test(text)

export const LinkName = z.string().max(LONGEST_NAME, LINK_RULE).regex(LINK_NAME, LINK_RULE).meta({ example: 'eth0' })
